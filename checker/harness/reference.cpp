#include "harness/reference.hpp"

#include <optional>
#include <utility>

namespace workbook {
namespace {

std::optional<SessionOptions>& options() {
    static std::optional<SessionOptions> of_reference;
    return of_reference;
}

} // namespace

void set_reference(SessionOptions of_reference) { options() = std::move(of_reference); }

Run call_reference(CallSpec spec) {
    if (!options()) throw std::logic_error("WORKBOOK_REFERENCE outside of a check program");
    // The student's program must not run meanwhile: both programs share one arena.
    Session::current().stop();
    Session session(*options());
    spec.aside = true; // no function of the student's: no promise is tried with it
    Run run = session.call(std::move(spec));
    if (!run.ended_well())
        throw std::runtime_error("the lesson's reference program: " +
                                 run.record().problems.front().text);
    return run;
}

} // namespace workbook
