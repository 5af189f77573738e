#include "lock.hpp"
#include "table.hpp"

NB_MODULE(_core, m) {
    m.doc() = "The compiled core: rules, rows, keepers and the loop over them.";
    m.def("leave", &rosenblatt::bindings::leave, nanobind::arg("with_others"),
          "Tell all threads in the core to stop, and wait for them.");
    rosenblatt::bindings::bind_columns(m);
    rosenblatt::bindings::bind_labels(m);
    rosenblatt::bindings::bind_choices(m);
    rosenblatt::bindings::bind_table(m);
    rosenblatt::bindings::bind_kernel(m);
    rosenblatt::bindings::bind_training(m);
    rosenblatt::bindings::bind_votes(m);
    rosenblatt::bindings::bind_search(m);
    rosenblatt::bindings::bind_boosting(m);
}
