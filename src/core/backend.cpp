// Compiled once for each instruction set, with ROSENBLATT_ISA naming its namespace.
#include "visits/content.hpp"
#include "online/engine.hpp"
#include "online/run.hpp"
#include "rows/inspect.hpp"

namespace rosenblatt {
namespace ROSENBLATT_ISA {

template <class Table>
using Rows = typename RowsOf<Table>::type;

Survey survey_table(const AnyTable& any, Index stored) {
    return std::visit(
        [&]<class Table>(const Table& table) {
            bool canonical = true;
            if constexpr (requires { table.columns; }) {
                const auto fault = structure_fault(table, stored, canonical);
                if (fault.kind != Survey::Fault::none) {
                    Survey broken;
                    broken.fault = fault;
                    return broken;
                }
            }
            Survey found = survey(Rows<Table>(table));
            found.canonical = canonical;
            return found;
        },
        any);
}

Examples arrange(const AnyTable& any, const Selection& data, Order order, std::uint64_t seed) {
    return std::visit(
        [&]<class Table>(const Table& table) {
            const Rows<Table> rows(table);
            if (order == Order::content) return ContentOrder(rows, data, seed).build();
            return in_given_order(rows.size(), data);
        },
        any);
}

std::unique_ptr<Engine> make_engine(const Setup& setup) {
    return std::visit(
        [&]<class Table>(const Table&) -> std::unique_ptr<Engine> {
            return std::make_unique<Run<Rows<Table>>>(setup);
        },
        *setup.table);
}

}  // namespace ROSENBLATT_ISA

#define ROSENBLATT_JOIN(a, b) a##b
#define ROSENBLATT_NAME(isa) ROSENBLATT_JOIN(isa, _backend)
#define ROSENBLATT_QUOTE(isa) #isa
#define ROSENBLATT_TEXT(isa) ROSENBLATT_QUOTE(isa)

const Backend& ROSENBLATT_NAME(ROSENBLATT_ISA)() {
    using namespace ROSENBLATT_ISA;
    static const Backend backend{ROSENBLATT_TEXT(ROSENBLATT_ISA), survey_table, arrange,
                                 make_engine};
    return backend;
}

}  // namespace rosenblatt
