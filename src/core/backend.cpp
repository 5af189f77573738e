// Compiled once for each instruction set, with ROSENBLATT_ISA naming its namespace.
#include "backend.hpp"

#include "online/engine_of.hpp"
#include "online/voting.hpp"
#include "visits/content.hpp"

namespace rosenblatt {
namespace ROSENBLATT_ISA {

template <class T>
using ReadBy = typename RowsOf<T>::type;

Inspection inspect(const AnyTable& any, Index stored) {
    return std::visit(
        [&]<class T>(const T& table) {
            bool canonical = true;
            if constexpr (requires { structure_fault(table, stored, canonical); }) {
                const auto fault = structure_fault(table, stored, canonical);
                if (fault.kind != Inspection::Fault::none) {
                    Inspection broken;
                    broken.fault = fault;
                    return broken;
                }
            }
            Inspection found = inspect_values(ReadBy<T>(table));
            found.canonical = canonical;
            return found;
        },
        any);
}

Examples arrange(const AnyTable& any, const Selection& data, Order order, std::uint64_t seed) {
    return std::visit(
        [&]<class T>(const T& table) {
            const ReadBy<T> rows(table);
            if (order == Order::content) return in_content_order(rows, data, seed);
            return in_given_order(rows.size(), data);
        },
        any);
}

std::unique_ptr<Engine> make_engine(const Setup& setup) {
    const auto make = [&]<class T>(const T&) -> std::unique_ptr<Engine> {
        return std::make_unique<EngineOf<ReadBy<T>>>(setup);
    };
    return setup.kernel != nullptr ? std::visit(make, *setup.kernel)
                                   : std::visit(make, *setup.table);
}

}  // namespace ROSENBLATT_ISA

#define ROSENBLATT_JOIN(a, b) a##b
#define ROSENBLATT_NAME(isa) ROSENBLATT_JOIN(isa, _backend)
#define ROSENBLATT_QUOTE(isa) #isa
#define ROSENBLATT_TEXT(isa) ROSENBLATT_QUOTE(isa)

const Backend& ROSENBLATT_NAME(ROSENBLATT_ISA)() {
    using namespace ROSENBLATT_ISA;
    static const Backend backend{ROSENBLATT_TEXT(ROSENBLATT_ISA),
                                 ROSENBLATT_ISA::inspect,
                                 ROSENBLATT_ISA::arrange,
                                 make_engine,
                                 ROSENBLATT_ISA::vote,
                                 ROSENBLATT_ISA::append_nonzeros,
                                 ROSENBLATT_ISA::sparse_products,
                                 search::ROSENBLATT_ISA::kernels};
    return backend;
}

}  // namespace rosenblatt
