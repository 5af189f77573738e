#pragma once

#include <functional>

namespace rosenblatt {

/// Asked now and then whether to give up: about once a millisecond, always from the thread that was
/// given it. True means that the work ends soon and its result is not wanted, or wanted as far as
/// it got; the answer may be asked for again and then stays true.
using Stop = std::function<bool()>;

}  // namespace rosenblatt
