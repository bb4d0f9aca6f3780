// CONTRACT for authors of check.cpp while the harness is being written (delete when it stands).
#include "harness/harness.hpp"   // everything a check.cpp needs, namespace workbook
#include "first_kernel.hpp"
using namespace workbook;

TEST_CASE("adds 4096 elements", "[weight:2]") {   // weight of the case within the lesson's points; default 1
    // Inputs: from the run's seed (printed; WORKBOOK_SEED reproduces). Each call of random_* draws anew.
    const auto x = random_integers<int>(4096, -1000, 1000);         // std::vector<int>
    const auto f = random_reals<float>(n, -12.0, 12.0);             // uniform
    const auto g = random_normals<float>(n, 0.0, 1.0);

    // One call in the learner process. Host arrays: in(x), out<T>(count), inout(v).
    // Device arrays (the learner program allocates and copies them outside the traced window, poisons
    // the outputs, puts guards around them): device_in(x), device_out<T>(count), device_inout(v).
    // Anything else is passed by value; types are checked against decltype(add) at compile time.
    const Run run = WORKBOOK_RUN(add, device_in(x), device_in(y), device_out<int>(4096), 4096);

    // Run ended normally: no crash, timeout, exit, fault, canary or input damage, CUDA error left.
    REQUIRE_THAT(run, completed());
    // Expected values are computed only now. Argument index counts from 0.
    std::vector<int> expected = ...;
    CHECK_THAT(run, output_equals(2, expected));                    // bit-exact; floats: NaN == NaN
    CHECK_THAT(run, output_within_ulp(2, expected_f, 4));           // expected: float or double vector
    CHECK_THAT(run, output_close(2, expected_d, relative(1e-6), absolute(1e-9)));
    CHECK_THAT(run, outputs_shaped(2, rows, columns, expected));    // as output_equals, explains in row/column
    CHECK(run.returned<float>() == ...);                            // return value
    auto values = run.output<int>(2);                               // std::vector<int>

    // Inventory of what the runtime saw (trace).
    CHECK_THAT(run, launched(1));                                   // number of kernels
    CHECK_THAT(run, launched_with(grid(32), block(128)));           // of the only/first launch; optional dynamic_shared(bytes)
    CHECK_THAT(run, copied(1, host_to_device) && copied(1, device_to_host));   // counts
    CHECK_THAT(run, copied_bytes(host_to_device, n * sizeof(std::int64_t)));
    CHECK_THAT(run, freed_everything());                            // frees == allocations
    for (const Launch& launch : run.launches()) { launch.grid, launch.block, launch.counter("global_load_sectors"), launch.kernel }
    // Traffic: virtual GPU only; on a real GPU the matcher passes and is reported as "not measured".
    CHECK_THAT(run, traffic("global_load_sectors", per("global_load_requests"), at_most(4.0), "reads of the input are not coalesced: ..."));
    // Facts of the compiled code: ptx() is the PTX embedded in the learner program.
    CHECK_THAT(learner_ptx(), has_no("f64", "..why.."));  CHECK_THAT(learner_ptx(), has("atom|red", "..why.."));
    // Virtual GPU only: run again under permuted block and warp schedules
    // WORKBOOK_RUN_SCHEDULED(seed, add, ...)
}
// Also used by checks: awkward_sizes() (0, 1, 31, ... 1048583), at_least(x) beside at_most(x), traffic(counter, bound, why)
// without per(...), run.allocations(), device_inout(v) with output_equals(index of it), WORKBOOK_RUN_SCHEDULED(seed, f, ...).
