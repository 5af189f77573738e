#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "interrupt.hpp"
#include "table.hpp"

namespace rosenblatt::bindings {

using namespace nb::literals;
using Clock = std::chrono::steady_clock;

namespace {

/// Lanes shared out over threads: each thread reads the rows for its own lanes.
class Training {
  public:
    Training(const Setup& setup, Index threads) {
        const auto lanes = static_cast<Index>(setup.lanes.size());
        const Index parts = setup.joint ? 1 : std::clamp<Index>(threads, 1, lanes);
        nb::gil_scoped_release unlocked;
        for (Index p = 0; p < parts; ++p) {
            Setup part = setup;
            const Index from = lanes * p / parts, to = lanes * (p + 1) / parts;
            part.lanes.assign(setup.lanes.begin() + from, setup.lanes.begin() + to);
            part.start.assign(setup.start.begin() + from, setup.start.begin() + to);
            first_lane_.push_back(from);
            engines_.push_back(backend().engine(part));
        }
    }

    Training(const Training&) = delete;
    Training& operator=(const Training&) = delete;

    /// "finished", "time_limit" or "overflow"; raises KeyboardInterrupt on Ctrl-C.
    const char* run(Index passes, std::optional<double> seconds) {
        const bool python_raises = default_handler();
        const auto deadline = Clock::now() + std::chrono::duration<double>(seconds.value_or(0));
        const auto late = [&] { return seconds && Clock::now() >= deadline; };
        const auto asked = [&] { return watch_.rang() && interrupted(watch_, python_raises); };
        nb::gil_scoped_release unlocked;
        return engines_.size() == 1 ? run_here(passes, late, asked)
                                    : run_threads(passes, late, asked);
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
        while (first_lane_[p] > group) --p;
        return {engines_[p].get(), group - first_lane_[p]};
    }

  private:
    const char* run_here(Index passes, const auto& late, const auto& asked) {
        bool by_user = false, by_clock = false;
        const Status status = engines_[0]->run(passes, [&] {
            by_user = asked();
            by_clock = late();
            return by_user || by_clock;
        });
        return outcome(status == Status::overflow, by_user, by_clock);
    }

    const char* run_threads(Index passes, const auto& late, const auto& asked) {
        std::atomic<bool> stop{false}, overflow{false};
        std::mutex mutex;
        std::condition_variable finished;
        std::size_t running = engines_.size();
        std::vector<std::thread> threads;
        for (auto& engine : engines_)
            threads.emplace_back([&, engine = engine.get()] {
                const Status status =
                    engine->run(passes, [&] { return stop.load(std::memory_order_relaxed); });
                if (status == Status::overflow) overflow = true;
                const std::lock_guard lock(mutex);
                --running;
                finished.notify_one();
            });
        bool by_user = false, by_clock = false;
        std::unique_lock lock(mutex);
        while (
            !finished.wait_for(lock, std::chrono::milliseconds(20), [&] { return running == 0; })) {
            lock.unlock();
            by_user = by_user || asked();
            by_clock = by_clock || late();
            if (by_user || by_clock) stop = true;
            lock.lock();
        }
        lock.unlock();
        for (std::thread& thread : threads) thread.join();
        return outcome(overflow, by_user, by_clock);
    }

    static const char* outcome(bool overflow, bool by_user, bool by_clock) {
        if (by_user) raise_interrupt();
        return overflow ? "overflow" : by_clock ? "time_limit" : "finished";
    }

    InterruptWatch watch_;  // also between passes, when the caller scores or prints
    std::vector<std::unique_ptr<Engine>> engines_;
    std::vector<Index> first_lane_;
};

nb::dict to_dict(const Record& r) {
    nb::dict out;
    out["weights"] = to_array(r.weights);
    out["owed"] = to_array(r.owed);
    out["best"] = to_array(r.best);
    out["best_run"] = r.best_run;
    out["run"] = r.run;
    out["mass"] = r.mass;
    out["memory"] = r.memory;
    return out;
}

std::vector<double> vector_at(const nb::dict& from, const char* name) {
    const auto array = nb::cast<nb::ndarray<const double, nb::ndim<1>, nb::c_contig>>(from[name]);
    return {array.data(), array.data() + array.shape(0)};
}

Record to_record(const nb::dict& from) {
    return {vector_at(from, "weights"),
            vector_at(from, "owed"),
            vector_at(from, "best"),
            nb::cast<double>(from["best_run"]),
            nb::cast<double>(from["run"]),
            nb::cast<double>(from["mass"]),
            nb::cast<std::optional<double>>(from["memory"])};
}

Training* make_training(const Problem& problem, std::vector<AnyRule> rules,
                        const std::vector<std::int32_t>& positives,
                        const std::vector<std::string>& keepers, const std::vector<nb::dict>& start,
                        double constant2, bool joint, bool resample, Index max_passes,
                        Index threads, std::optional<bool> glances) {
    if (positives.size() != rules.size() || start.size() != rules.size())
        throw nb::value_error("one positive class and one start are wanted for each rule");
    Setup setup;
    setup.table = &problem.table->rows;
    setup.examples = &problem.examples;
    setup.norm2 = &problem.table->survey.norm2;
    for (std::size_t l = 0; l < rules.size(); ++l) setup.lanes.push_back({rules[l], positives[l]});
    for (const nb::dict& record : start) setup.start.push_back(to_record(record));
    const auto listens = [&](const char* name) {
        return std::find(keepers.begin(), keepers.end(), name) != keepers.end();
    };
    setup.listeners = {listens("longest"), listens("averaged"), listens("pocket"),
                       listens("voted")};
    setup.constant2 = constant2;
    setup.joint = joint;
    setup.resample = resample;
    setup.order = problem.order;
    setup.seed = problem.seed;
    setup.max_passes = max_passes;
    setup.glances = glances;
    return new Training(setup, threads);
}

nb::tuple votes_of(const Training& training, Index group) {
    const auto [engine, g] = training.at(group);
    const auto [start_run, votes] = engine->votes(g);
    std::vector<Index> row, raised, lowered;
    std::vector<double> keep, step, run;
    for (const Vote& v : votes) {
        row.push_back(v.row);
        raised.push_back(v.raised);
        lowered.push_back(v.lowered);
        keep.push_back(v.keep);
        step.push_back(v.step);
        run.push_back(v.run);
    }
    return nb::make_tuple(start_run, to_array(row), to_array(raised), to_array(lowered),
                          to_array(keep), to_array(step), to_array(run));
}

const char* reason_of(const Training& training, Index group) {
    const auto [engine, g] = training.at(group);
    const char* names[] = {"max_iter", "separated", "no_update"};
    return names[static_cast<int>(engine->reason(g))];
}

}  // namespace

void bind_training(nb::module_& m) {
    nb::enum_<Keeper>(m, "Keeper")
        .value("last", Keeper::last)
        .value("longest", Keeper::longest)
        .value("pocket", Keeper::pocket)
        .value("averaged", Keeper::averaged);
    nb::class_<Training>(m, "Training")
        .def_prop_ro("done", &Training::done)
        .def_prop_ro("groups", &Training::groups)
        .def("run", &Training::run, "passes"_a, "seconds"_a.none() = nb::none())
        .def("passes",
             [](const Training& t, Index group) {
                 auto [e, g] = t.at(group);
                 return e->passes(g);
             })
        .def("reason", &reason_of)
        .def("hypothesis",
             [](const Training& t, Index group, Keeper keeper) {
                 auto [e, g] = t.at(group);
                 return to_array(e->hypothesis(g, keeper));
             })
        .def("votes", &votes_of)
        .def(
            "record",
            [](const Training& t, Index lane, bool joint) {
                auto [e, l] = t.at(joint ? 0 : lane);
                return to_dict(e->record(joint ? lane : l));
            },
            "lane"_a, "joint"_a = false)
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
    m.def("train", &make_training, nb::keep_alive<0, 1>(), "problem"_a, "rules"_a, "positives"_a,
          "keepers"_a, "start"_a, "constant2"_a, "joint"_a = false, "resample"_a = false,
          "max_passes"_a = 1, "threads"_a = 1, "glances"_a.none() = nb::none());
}

}  // namespace rosenblatt::bindings
