// The order of work between queues, without a device.
#include "vgpu/runtime/work_queues.hpp"

#include <catch2/catch_test_macros.hpp>

#include <map>
#include <string>
#include <thread>

using namespace vgpu::runtime;

namespace {

class Bench {
  public:
    explicit Bench(std::uint64_t seed = 0) : queues(mutex, seed) { mutex.lock(); }
    ~Bench() { mutex.unlock(); }
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;

    // A piece of work that leaves its letter.
    void submit(QueueId queue, char letter, std::uint64_t lasts = 10) {
        queues.submit(queue, {.name = std::string(1, letter),
                              .run =
                                  [this, letter, lasts](const WorkPlace& place) {
                                      ran += letter;
                                      after[letter] = place.after;
                                      return lasts;
                                  },
                              .is_kernel = true});
    }
    std::string run(const WorkPoint& point) {
        queues.run_until(point);
        return ran;
    }

    std::recursive_mutex mutex;
    WorkQueues queues;
    std::string ran;
    std::map<char, WorkClock> after;
};

bool comes_after(const WorkClock& clock, QueueId queue, std::uint64_t number) {
    return queue < clock.size() && clock[queue] >= number;
}

} // namespace

TEST_CASE("nothing runs before it is waited for, and then no more than is needed") {
    Bench bench;
    const QueueId first = bench.queues.create(0, false), second = bench.queues.create(0, false);
    bench.submit(first, 'a');
    bench.submit(second, 'b');
    bench.submit(first, 'c');
    CHECK(bench.ran.empty());
    CHECK(bench.queues.pending() == 3);
    CHECK(bench.run(bench.queues.point(second)) == "b");
    CHECK_FALSE(bench.queues.reached(bench.queues.point(first)));
    const WorkPoint early = bench.queues.point(first);
    bench.submit(first, 'd');
    CHECK(bench.run(early) == "bac");
    CHECK(bench.run(bench.queues.point_of_all()) == "bacd");
    CHECK(bench.queues.pending() == 0);
}

TEST_CASE("an event orders the queue that waits for it, as it was recorded") {
    Bench bench;
    const QueueId first = bench.queues.create(0, false), second = bench.queues.create(0, false);
    bench.submit(first, 'a');
    const WorkPoint event = bench.queues.point(first);
    bench.submit(first, 'b');
    bench.queues.order_after(second, event);
    bench.submit(second, 'c');
    CHECK(bench.run(bench.queues.point(second)) == "ac");
    CHECK(comes_after(bench.after['c'], first, 1));
    CHECK_FALSE(comes_after(bench.after['c'], first, 2));
    bench.run(bench.queues.point_of_all());
    CHECK_FALSE(comes_after(bench.after['b'], second, 1));
}

TEST_CASE("the legacy queue comes after blocking queues and they after it") {
    Bench bench;
    const QueueId legacy = bench.queues.legacy(0);
    const QueueId blocking = bench.queues.create(0, true), apart = bench.queues.create(0, false);
    bench.submit(blocking, 'a');
    bench.submit(apart, 'x');
    bench.submit(legacy, 'b');
    bench.submit(blocking, 'c');
    bench.submit(apart, 'y');
    CHECK(bench.run(bench.queues.point(blocking)) == "abc");
    CHECK(bench.run(bench.queues.point(apart)) == "abcxy");
    CHECK_FALSE(comes_after(bench.after['y'], legacy, 1));
    CHECK_FALSE(comes_after(bench.after['b'], apart, 1));
}

TEST_CASE("the legacy queue of another device is another queue") {
    Bench bench;
    const QueueId blocking = bench.queues.create(0, true);
    bench.submit(blocking, 'a');
    bench.submit(bench.queues.legacy(1), 'b');
    CHECK(bench.run(bench.queues.point_of_device(1)) == "b");
    CHECK(bench.run(bench.queues.point_of_device(0)) == "ba");
}

TEST_CASE("what a device is held back by holds its blocking queues back, not the others") {
    Bench bench;
    const QueueId blocking = bench.queues.create(1, true), apart = bench.queues.create(1, false);
    const QueueId legacy = bench.queues.legacy(0);
    bench.submit(legacy, 'a');
    bench.queues.order_device_after(1, bench.queues.point(legacy));
    bench.submit(blocking, 'b');
    bench.submit(apart, 'c');
    bench.submit(bench.queues.legacy(1), 'd');
    bench.run(bench.queues.point_of_all());
    CHECK(comes_after(bench.after['b'], legacy, 1));
    CHECK(comes_after(bench.after['d'], legacy, 1));
    CHECK_FALSE(comes_after(bench.after['c'], legacy, 1));
}

TEST_CASE("what ran without a wait comes before nothing of another queue") {
    Bench bench;
    const QueueId first = bench.queues.create(0, false), second = bench.queues.create(0, false);
    bench.submit(first, 'a');
    bench.queues.run_unordered(bench.queues.point(first));
    CHECK(bench.ran == "a");
    bench.submit(second, 'b');
    CHECK(bench.run(bench.queues.point(second)) == "ab");
    CHECK_FALSE(comes_after(bench.after['b'], first, 1));
}

TEST_CASE("what the host waited for comes before what it submits next") {
    Bench bench;
    const QueueId first = bench.queues.create(0, false), second = bench.queues.create(0, false);
    bench.submit(first, 'a');
    bench.submit(second, 'b');
    bench.run(bench.queues.point(first));
    bench.submit(second, 'c');
    bench.run(bench.queues.point_of_all());
    CHECK_FALSE(comes_after(bench.after['b'], first, 1));
    CHECK(comes_after(bench.after['c'], first, 1));
}

TEST_CASE("a seed permutes what nothing orders, and the same seed does it again") {
    const auto order = [](std::uint64_t seed) {
        Bench bench(seed);
        for (char letter = 'a'; letter < 'i'; ++letter)
            bench.submit(bench.queues.create(0, false), letter);
        return bench.run(bench.queues.point_of_all());
    };
    CHECK(order(0) == "abcdefgh");
    CHECK(order(7) == order(7));
    CHECK((order(7) != order(8) || order(8) != order(9)));
    Bench bench(7);
    for (char letter = 'a'; letter < 'i'; ++letter) bench.submit(0, letter);
    CHECK(bench.run(bench.queues.point_of_all()) == "abcdefgh");
}

TEST_CASE("too much pending work runs, the oldest first") {
    Bench bench;
    const QueueId first = bench.queues.create(0, false), second = bench.queues.create(0, false);
    bench.submit(first, 'a');
    for (std::size_t i = 0; i < WorkQueues::most_pending; ++i) bench.submit(second, 'b');
    CHECK(bench.ran.empty()); // submitting runs nothing: it keeps the lock
    bench.queues.make_room();
    CHECK(bench.ran == "a");
    CHECK(bench.queues.pending() == WorkQueues::most_pending);
    bench.queues.make_room();
    CHECK(bench.ran == "a");
}

TEST_CASE("all work is what is submitted meanwhile, too") {
    Bench bench;
    const QueueId first = bench.queues.create(0, false), second = bench.queues.create(0, false);
    bench.queues.submit(first, {.name = "host function",
                                .run =
                                    [&](const WorkPlace&) {
                                        std::thread other([&] {
                                            const std::lock_guard inside(bench.mutex);
                                            bench.submit(second, 'b');
                                        });
                                        other.join();
                                        return std::uint64_t{1};
                                    },
                                .on_host = true});
    bench.queues.run_all();
    CHECK(bench.ran == "b");
    CHECK(bench.queues.pending() == 0);
}

TEST_CASE("a closed queue still does its work, then its number is used again") {
    Bench bench;
    const QueueId first = bench.queues.create(0, true);
    bench.submit(first, 'a');
    bench.queues.close(first);
    CHECK(bench.queues.create(0, true) != first);
    CHECK(bench.run(bench.queues.point(bench.queues.legacy(0))) == "a");
    CHECK(bench.queues.create(0, true) == first);
}

TEST_CASE("time passes with the work, side by side in two queues") {
    Bench bench;
    const QueueId first = bench.queues.create(0, false), second = bench.queues.create(0, false);
    bench.submit(first, 'a', 1'000'000);
    const WorkPoint a = bench.queues.point(first);
    bench.submit(second, 'b', 1'000'000);
    const WorkPoint b = bench.queues.point(second);
    bench.queues.order_after(second, a);
    bench.submit(second, 'c', 1000);
    const WorkPoint c = bench.queues.point(second);
    bench.run(bench.queues.point_of_all());
    CHECK(a.moment->nanoseconds >= 1'000'000);
    CHECK(b.moment->nanoseconds < 2'000'000);
    CHECK(c.moment->nanoseconds >= std::max(a.moment->nanoseconds, b.moment->nanoseconds) + 1000);
    bench.submit(first, 'd', 1);
    const WorkPoint d = bench.queues.point(first);
    bench.run(d);
    CHECK(d.moment->nanoseconds > c.moment->nanoseconds); // the host had waited for it
}

TEST_CASE("dropped work is named and does not run") {
    Bench bench;
    bench.submit(0, 'a');
    bench.submit(bench.queues.create(0, true), 'b');
    CHECK(bench.queues.drop() == std::vector<std::string>{"a", "b"});
    CHECK(bench.run(bench.queues.point_of_all()).empty());
    CHECK(bench.queues.pending() == 0);
    bench.submit(0, 'c');
    CHECK(bench.run(bench.queues.point_of_all()) == "c");
}

TEST_CASE("a host function runs without the lock, and others wait for its end") {
    std::recursive_mutex mutex;
    WorkQueues queues(mutex, 0);
    std::string ran;
    std::unique_lock lock(mutex);
    queues.submit(0, {.name = "host function",
                      .run =
                          [&](const WorkPlace&) {
                              // Another thread gets the lock meanwhile, and waits for what follows.
                              std::thread other([&] {
                                  const std::lock_guard inside(mutex);
                                  ran += 'o';
                              });
                              other.join();
                              ran += 'h';
                              return std::uint64_t{1};
                          },
                      .on_host = true});
    queues.submit(0, {.name = "kernel", .run = [&](const WorkPlace&) {
                          ran += 'k';
                          return std::uint64_t{1};
                      }});
    std::thread waiting([&] {
        const std::lock_guard inside(mutex);
        queues.run_until(queues.point_of_all());
        ran += 'w';
    });
    queues.run_until(queues.point_of_all());
    lock.unlock();
    waiting.join();
    CHECK(ran == "ohkw");
}

namespace {

// Submits work that lasts 1 ms in its engine, and keeps when the timetable begins it.
class Recording {
  public:
    explicit Recording(Bench& bench) : bench_(bench) { bench.queues.begin_recording(); }
    void submit(QueueId queue, char letter, Engine engine) {
        bench_.queues.submit(queue,
                             {.name = std::string(1, letter),
                              .run = [=](const WorkPlace&) { return Lasting(unit, engine); },
                              .began = [this, letter](std::uint64_t at) { began[letter] = at; }});
    }
    void end() {
        bench_.run(bench_.queues.point_of_all());
        bench_.queues.end_recording();
    }

    static constexpr std::uint64_t unit = 1'000'000;
    std::map<char, std::uint64_t> began;

  private:
    Bench& bench_;
};

} // namespace

TEST_CASE("timetable: copies in one direction take turns, those in two directions do not") {
    Bench bench;
    const QueueId first = bench.queues.create(0, false), second = bench.queues.create(0, false);
    Recording recording(bench);
    recording.submit(first, 'a', Engine::copies_to_device);
    recording.submit(second, 'b', Engine::copies_to_device);
    recording.submit(first, 'c', Engine::copies_to_host);
    recording.end();
    CHECK(recording.began['b'] == recording.began['a'] + Recording::unit);
    CHECK(recording.began['c'] == recording.began['b']);
}

TEST_CASE("timetable: the order in which streams are waited for does not matter") {
    for (const bool backwards : {false, true}) {
        Bench bench;
        const std::vector<QueueId> queues = {bench.queues.create(0, false),
                                             bench.queues.create(0, false),
                                             bench.queues.create(0, false)};
        Recording recording(bench);
        for (char piece = 0; piece < 6; ++piece) {
            const QueueId queue = queues[static_cast<std::size_t>(piece) % 3];
            recording.submit(queue, static_cast<char>('a' + piece), Engine::copies_to_device);
            recording.submit(queue, static_cast<char>('A' + piece), Engine::multiprocessors);
            recording.submit(queue, static_cast<char>('0' + piece), Engine::copies_to_host);
        }
        for (std::size_t q = 0; q < 3; ++q)
            bench.run(bench.queues.point(queues[backwards ? 2 - q : q]));
        recording.end();
        // The three stages of six pieces, one behind the other: the copies never rest.
        for (char piece = 1; piece < 6; ++piece)
            CHECK(recording.began[static_cast<char>('a' + piece)] ==
                  recording.began['a'] + static_cast<std::uint64_t>(piece) * Recording::unit);
        CHECK(recording.began['5'] == recording.began['a'] + 7 * Recording::unit);
    }
}

TEST_CASE("timetable: what was submitted first goes first") {
    Bench bench;
    const QueueId later = bench.queues.create(0, false), first = bench.queues.create(0, false);
    Recording recording(bench);
    recording.submit(later, 'a', Engine::copies_to_device);
    recording.submit(first, 'b', Engine::copies_to_device);
    recording.submit(later, 'c', Engine::copies_to_device);
    recording.end();
    CHECK(recording.began['b'] == recording.began['a'] + Recording::unit);
    CHECK(recording.began['c'] == recording.began['b'] + Recording::unit);
}

TEST_CASE("timetable: the host submits nothing while it waits, and events order queues") {
    Bench bench;
    const QueueId first = bench.queues.create(0, false), second = bench.queues.create(0, false);
    Recording recording(bench);
    recording.submit(first, 'a', Engine::none);
    bench.run(bench.queues.point(first));
    recording.submit(second, 'b', Engine::none);
    const WorkPoint b = bench.queues.point(second);
    bench.queues.order_after(first, b);
    recording.submit(first, 'c', Engine::none);
    recording.submit(second, 'd', Engine::none);
    recording.end();
    CHECK(recording.began['b'] >= recording.began['a'] + Recording::unit);
    CHECK(recording.began['b'] < recording.began['a'] + 2 * Recording::unit);
    CHECK(recording.began['c'] == recording.began['b'] + Recording::unit);
    CHECK(recording.began['d'] == recording.began['c']);
}

TEST_CASE("timetable: more pieces than are recorded have none") {
    Bench bench;
    Recording recording(bench);
    for (std::size_t piece = 0; piece <= WorkQueues::most_recorded; ++piece) {
        recording.submit(0, 'a', Engine::none);
        if (piece % 512 == 0) bench.run(bench.queues.point(0));
    }
    recording.end();
    CHECK(recording.began.empty());
}

TEST_CASE("timetable: more queues than that have none") {
    for (const std::size_t queues :
         {WorkQueues::most_queues_recorded, WorkQueues::most_queues_recorded + 1}) {
        Bench bench;
        Recording recording(bench);
        for (std::size_t queue = 1; queue < queues; ++queue) // there is one from the beginning
            recording.submit(bench.queues.create(0, false), 'a', Engine::none);
        recording.end();
        CHECK(recording.began.empty() == (queues > WorkQueues::most_queues_recorded));
    }
}
