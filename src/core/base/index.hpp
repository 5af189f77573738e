#pragma once
#include <cstdint>

namespace rosenblatt {

/// Counts rows, columns and lanes; signed, so that differences are what they look like.
using Index = std::int64_t;

}  // namespace rosenblatt
