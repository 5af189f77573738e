#include "base/labels.hpp"

#include "table.hpp"

namespace rosenblatt::bindings {

using namespace nb::literals;

void bind_labels(nb::module_& m) {
    m.def(
        "encode_small",
        [](nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu> labels,
           nb::ndarray<std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu> codes) {
            const auto n = static_cast<Index>(std::min(labels.shape(0), codes.shape(0)));
            return to_array(encode_small(labels.data(), n, codes.data()));
        },
        "labels"_a.noconvert(), "codes"_a.noconvert(),
        "Distinct labels in rising order, the number of each label written to codes; empty if they "
        "span too wide a range.");
}

}  // namespace rosenblatt::bindings
