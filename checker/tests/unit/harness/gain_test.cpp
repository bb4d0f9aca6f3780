// Tests of harness/gain.hpp.
#include "harness/gain.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace workbook;

namespace {

Session& some_session() {
    static Session session{SessionOptions{}};
    return session;
}

} // namespace

TEST_CASE("gain: numbers as a reader likes them") {
    CHECK(gain_text(999) == "999");
    CHECK(gain_text(1000) == "1,000");
    CHECK(gain_text(1'234'567) == "1,234,567");
    CHECK(gain_text(4.5) == "4.5");
    CHECK(gain_text(4.04) == "4");
    CHECK(gain_text(17.4) == "17");
    CHECK(gain_text(0.0123) == "0.012");
    CHECK(gain_text(1234.5) == "1,235");
    CHECK(in_bytes(1) == "1 byte");
    CHECK(in_bytes(1023) == "1,023 bytes");
    CHECK(in_bytes(1 << 20) == "1 MiB");
    CHECK(in_bytes(3 << 19) == "1.5 MiB");
    CHECK(times_as(9, 2) == "4.5 times as many");
    CHECK(times_as(1, 2, "much") == "0.5 times as much");
    CHECK(times_as(2, 2) == "as many");
    CHECK(times_as(2, 0) == "as many");
}

TEST_CASE("gain: sectors of what a warp touches") {
    const auto neighbours = [](std::size_t t) { return t; };
    CHECK(sectors_of(32, 4, neighbours) == 4);
    CHECK(sectors_of(32, 8, neighbours) == 8);
    CHECK(sectors_of(33, 4, neighbours) == 5); // the second warp has one thread
    CHECK(sectors_of(64, 4, [](std::size_t t) { return t + 1; }) == 10);
    CHECK(sectors_of(32, 4, [](std::size_t t) { return t * 1000; }) == 32);
    CHECK(sectors_of(64, 4, [](std::size_t) { return 7; }) == 2);
    CHECK(sectors_of(1, 16, [](std::size_t) { return 1; }) == 1);
    CHECK(sectors_of(0, 4, neighbours) == 0);
}

TEST_CASE("gain: a heading over the lines, and nothing without lines") {
    Gain gain(some_session());
    gain.about(100'000, " numbers");
    CHECK(gain.text().empty());
    CHECK(gain.size(10, 1000) == 10); // the virtual GPU's
    gain.say("Your kernel moved ", 4096u, " sectors.");
    gain.beside("A loop", [] { FAIL("nothing is timed on the virtual GPU"); });
    CHECK(gain.text() == std::vector<std::string>{
                             "What you gained, counted by the virtual GPU for 100,000 numbers:",
                             "Your kernel moved 4,096 sectors."});
    CHECK(gain.count("global_load_sectors") == 0); // no call yet
    CHECK(gain.threads() == 0);
    CHECK(gain.elapsed() == 0);
    CHECK(gain.one_after_the_other() == 0);
}

TEST_CASE("gain: what goes wrong in it leaves no line") {
    CHECK(gains::lines(some_session()).empty()); // this program has none
    REQUIRE(gains::add([](Gain& gain) {
        gain.say("a line");
        throw std::runtime_error("a call did not end well");
    }));
    CHECK(gains::lines(some_session()).empty());
    CHECK_THROWS_AS(gains::add([](Gain&) {}), std::logic_error);
}
