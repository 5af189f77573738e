#pragma once

#include "base/index.hpp"
#include "search/options.hpp"

namespace rosenblatt::bindings {

/// Raises ValueError if a descent over that many features cannot be made.
void require_possible(const search::DescentOptions& options, Index features);

}  // namespace rosenblatt::bindings
