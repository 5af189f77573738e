#pragma once
#include <exception>
#include <memory>

#include "table.hpp"

namespace rosenblatt::bindings {

/// Products that Python makes. What it raises is kept for whoever asked for the training.
template <class T>
class PythonProducts final : public Products<T> {
  public:
    explicit PythonProducts(nb::object make) : make_(std::move(make)) {}

    bool fill(std::span<const Index> rows, std::span<const Index> against, Index slot, T* out,
              Index stride) override;

    std::exception_ptr failure;

  private:
    nb::object make_;
};

/// The rows of a kernel; the table points at the products.
struct Kernel {
    AnyKernel table;
    std::shared_ptr<PythonProducts<float>> single;
    std::shared_ptr<PythonProducts<double>> exact;

    std::exception_ptr failure() const { return single ? single->failure : exact->failure; }
    Index size() const {
        return std::visit([](const auto& t) { return t.size; }, table);
    }
};

}  // namespace rosenblatt::bindings
