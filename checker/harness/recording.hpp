// When a recorded call is to be kept: `check --record FILE` leaves the call that was under way when
// the first thing failed, or the last one if nothing did.
#pragma once

namespace workbook {

// From now on the recording stays as it is. Called by the reporter at the first failure.
void keep_recording();

} // namespace workbook
