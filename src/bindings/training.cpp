#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "base/threads.hpp"
#include "interrupt.hpp"
#include "kernel.hpp"
#include "lock.hpp"

namespace rosenblatt::bindings {

using namespace nb::literals;
using Clock = std::chrono::steady_clock;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

namespace {

/// Groups of lanes shared out over threads: each thread reads the rows for its own.
class Training {
  public:
    /// With a kernel all lanes share the products: the threads are those that make them.
    Training(const Setup& setup, Index threads, const Kernel* kernel,
             std::unique_ptr<std::vector<double>> norm2)
        : kernel_(kernel), norm2_(std::move(norm2)), group_lanes_(setup.group_lanes) {
        const Index groups = static_cast<Index>(setup.lanes.size()) / group_lanes_;
        const Index parts = kernel != nullptr ? 1 : std::clamp<Index>(threads, 1, groups);
        const Unlocked unlocked;
        for (Index p = 0; p < parts; ++p) {
            Setup part = setup;
            const Index from = groups * p / parts, to = groups * (p + 1) / parts;
            const auto cut = [&](const auto& all) {
                return std::vector(all.begin() + from * group_lanes_,
                                   all.begin() + to * group_lanes_);
            };
            part.lanes = cut(setup.lanes);
            part.start = cut(setup.start);
            first_group_.push_back(from);
            engines_.push_back(backend().engine(part));
        }
    }

    std::vector<Index> support() const { return engines_[0]->support(); }

    Training(const Training&) = delete;
    Training& operator=(const Training&) = delete;

    /// "finished", "time_limit" or "overflow"; raises KeyboardInterrupt on Ctrl-C.
    const char* run(Index passes, std::optional<double> seconds) {
        const bool python_raises = default_handler();
        const auto deadline = Clock::now() + std::chrono::duration<double>(seconds.value_or(0));
        const auto late = [&] { return seconds && Clock::now() >= deadline; };
        const auto asked = [&] { return watch_.rang() && interrupted(watch_, python_raises); };
        bool by_user = false, by_clock = false;
        std::vector<Status> status(engines_.size(), Status::finished);
        {
            const Unlocked unlocked;
            const auto parts = static_cast<Index>(engines_.size());
            run_tasks(
                parts, parts,
                [&](Index p, const Stop& stop) { status[p] = engines_[p]->run(passes, stop); },
                [&] {
                    by_user = by_user || asked();
                    by_clock = by_clock || late();
                    return by_user || by_clock || failed();
                });
        }
        if (failed()) std::rethrow_exception(kernel_->failure());
        if (by_user) raise_interrupt();
        const bool overflow = std::ranges::count(status, Status::overflow) > 0;
        return overflow ? "overflow" : by_clock ? "time_limit" : "finished";
    }

    bool done() const {
        return std::all_of(engines_.begin(), engines_.end(),
                           [](const auto& e) { return e->done(); });
    }
    Index groups() const {
        Index count = 0;
        for (const auto& engine : engines_) count += engine->group_count();
        return count;
    }
    std::pair<const Engine*, Index> at(Index group) const {
        std::size_t p = engines_.size() - 1;
        while (first_group_[p] > group) --p;
        return {engines_[p].get(), group - first_group_[p]};
    }
    Record record(Index lane) const {
        const auto [engine, group] = at(lane / group_lanes_);
        return engine->record(group * group_lanes_ + lane % group_lanes_);
    }

  private:
    bool failed() const { return kernel_ != nullptr && kernel_->failure() != nullptr; }

    const Kernel* kernel_;
    std::unique_ptr<std::vector<double>> norm2_;  // of the kernel's rows
    InterruptWatch watch_;  // also between passes, when the caller scores or prints
    std::vector<std::unique_ptr<Engine>> engines_;
    std::vector<Index> first_group_;
    Index group_lanes_;
};

Training* make_training(const VisitPlan& plan, const std::vector<AnyRule>& rules,
                        const std::vector<std::int32_t>& positives,
                        const std::vector<Record>& start, const std::vector<AnyKeeper>& keepers,
                        const AnyGroup& group, Index group_lanes, double unit, double constant2,
                        bool resample, Index max_passes, Index threads,
                        std::optional<bool> rough_rows, const Kernel* kernel,
                        std::optional<Numbers> norm2) {
    if (positives.size() != rules.size() || start.size() != rules.size())
        throw nb::value_error("one positive class and one start are wanted for each rule");
    if (kernel != nullptr && (!norm2 || static_cast<Index>(norm2->shape(0)) != kernel->size()))
        throw nb::value_error("with a kernel the squared norm of each of its rows is wanted");
    if (group_lanes < 1 || rules.size() % static_cast<std::size_t>(group_lanes) != 0)
        throw nb::value_error("the lanes do not make whole groups");
    Setup setup;
    setup.table = &plan.table->rows;
    setup.examples = &plan.examples;
    setup.norm2 = &plan.table->inspection.norm2;
    auto own_norms = std::make_unique<std::vector<double>>();
    if (kernel != nullptr) {
        own_norms->assign(norm2->data(), norm2->data() + norm2->shape(0));
        setup.kernel = &kernel->table;
        setup.norm2 = own_norms.get();
    }
    for (std::size_t l = 0; l < rules.size(); ++l) setup.lanes.push_back({rules[l], positives[l]});
    setup.start = start;
    setup.group = group;
    setup.group_lanes = group_lanes;
    setup.keepers = keepers;
    setup.unit = unit;
    setup.constant2 = constant2;
    setup.resample = resample;
    setup.order = plan.order;
    setup.seed = plan.seed;
    setup.max_passes = max_passes;
    setup.rough_rows = rough_rows;
    return new Training(setup, threads, kernel, std::move(own_norms));
}

/// A list of updates as arrays side by side.
nb::tuple votes_of(const Training& training, Index group) {
    const auto [engine, g] = training.at(group);
    const VoteList v = engine->votes(g);
    return nb::make_tuple(v.start_run, to_array(v.row), to_array(v.first), to_array(v.lane),
                          to_array(v.keep), to_array(v.step), to_array(v.run));
}

/// A record can be pickled: what it holds as plain arrays.
nb::tuple state_of(const Record& r) {
    nb::dict kept;
    for (const Kept& k : r.kept) kept[k.keeper.c_str()] = to_array(k.numbers);
    return nb::make_tuple(to_array(r.weights), r.run, r.mass, to_array(r.memory), kept,
                          r.step_length);
}

std::vector<double> numbers_of(nb::handle array) {
    const auto numbers = nb::cast<Numbers>(array);
    return {numbers.data(), numbers.data() + numbers.shape(0)};
}

Record record_of(const nb::tuple& state) {
    Record r{numbers_of(state[0]),
             nb::cast<double>(state[1]),
             nb::cast<double>(state[2]),
             numbers_of(state[3]),
             {}};
    for (const auto& [keeper, numbers] : nb::cast<nb::dict>(state[4]))
        r.kept.push_back({nb::cast<std::string>(keeper), numbers_of(numbers)});
    if (nb::len(state) > 5) r.step_length = nb::cast<double>(state[5]);  // older ones count in ones
    return r;
}

void bind_record(nb::module_& m) {
    nb::class_<Record>(m, "Record", "All that training must know of one lane to resume later.")
        .def(
            "__init__",
            [](Record* self, const Numbers& weights, const Numbers& memory, double step_length) {
                new (self) Record{.weights = {weights.data(), weights.data() + weights.shape(0)},
                                  .memory = {memory.data(), memory.data() + memory.shape(0)},
                                  .step_length = step_length};
            },
            "weights"_a.noconvert(), "memory"_a.noconvert(), "step_length"_a = 1.0)
        .def_prop_ro(
            "weights", [](const Record& r) { return to_array(r.weights); },
            nb::rv_policy::automatic)
        .def_prop_ro(
            "memory", [](const Record& r) { return to_array(r.memory); }, nb::rv_policy::automatic)
        .def_ro("step_length", &Record::step_length, "What 1 stands for in the weights.")
        .def("__getstate__", &state_of)
        .def("__setstate__",
             [](Record& self, const nb::tuple& state) { new (&self) Record(record_of(state)); });
}

const char* reason_of(const Training& training, Index group) {
    const auto [engine, g] = training.at(group);
    const char* names[] = {"max_iter", "separated", "no_update"};
    return names[static_cast<int>(engine->reason(g))];
}

}  // namespace

void bind_training(nb::module_& m) {
    bind_record(m);
    nb::class_<Training>(m, "Training")
        .def_prop_ro("done", &Training::done)
        .def_prop_ro("groups", &Training::groups)
        .def_prop_ro(
            "support", [](const Training& t) { return to_array(t.support()); },
            nb::rv_policy::automatic, "Which row each weight is a coefficient of.")
        .def("run", &Training::run, "passes"_a, "seconds"_a.none() = nb::none())
        .def("passes",
             [](const Training& t, Index group) {
                 auto [e, g] = t.at(group);
                 return e->passes(g);
             })
        .def("reason", &reason_of)
        .def("hypothesis",
             [](const Training& t, Index group, const std::string& keeper) {
                 auto [e, g] = t.at(group);
                 return to_array(e->hypothesis(g, keeper));
             })
        .def("votes", &votes_of)
        .def("record", &Training::record, "lane"_a)
        .def("error_evaluations",
             [](const Training& t, Index group) {
                 auto [e, g] = t.at(group);
                 return e->error_evaluations(g);
             })
        .def("updates",
             [](const Training& t, Index group) {
                 auto [e, g] = t.at(group);
                 return to_array(e->updates(g));
             })
        .def("mistakes",
             [](const Training& t, Index group) {
                 auto [e, g] = t.at(group);
                 return to_array(e->mistakes(g));
             })
        .def(
            "add_counts",
            [](const Training& t, Index group,
               nb::ndarray<std::int64_t, nb::ndim<1>, nb::device::cpu> out) {
                auto [e, g] = t.at(group);
                e->add_counts(g, out.data(), out.stride(0));
            },
            "group"_a, "out"_a.noconvert());
    m.def("train", &make_training, nb::keep_alive<0, 1>(), nb::keep_alive<0, 14>(), "plan"_a,
          "rules"_a, "positives"_a, "start"_a, "keepers"_a, "group"_a, "group_lanes"_a = 1,
          "unit"_a = 1.0, "constant2"_a = 0.0, "resample"_a = false, "max_passes"_a = 1,
          "threads"_a = 1, "rough_rows"_a.none() = nb::none(), "kernel"_a.none() = nb::none(),
          "norm2"_a.noconvert().none() = nb::none());
}

}  // namespace rosenblatt::bindings
