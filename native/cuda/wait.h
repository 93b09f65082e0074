// Waiting for a stream with a limit: the driver's own waits have none, and a kernel that hangs would hold them for ever.
#pragma once

#include "driver.h"

namespace grade::cuda {

// Asks until the stream is done. Returns the error of what ran in it, or kTimeout once the limit has passed.
Result waitFor(const Driver& driver, Stream stream, double milliseconds);

// The same for the current context as a whole. The limit holds for the legacy stream and all that it waits for; whoever
// queued work on a non-blocking stream waits for that one first.
Result waitForDevice(const Driver& driver, double milliseconds);

}  // namespace grade::cuda
