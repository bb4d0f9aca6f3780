// Device work that was asked for and has not run yet: one queue per stream, and what orders the
// queues.
//
// Nothing runs when it is submitted. It runs when a call waits for it, in the thread that waits,
// and then only what is waited for and what that comes after: a program that forgets to wait, or
// waits for another stream, sees memory as it was, every time. Where the order is open it is the
// order of submission, or with a seed a permutation that the seed fixes.
//
// A function that runs work lets go of the lock while a host function of the program's runs, or
// while it waits for what another thread runs (CallLock in runtime.hpp says what follows from
// that): run_until(), run_unordered(), run_all(), ask() and make_room(). No other function does.
//
// Order is kept as vector clocks: one entry per queue, the number of its pieces that come before. A
// piece comes after the one before it in its queue, after what the host had waited for when it was
// submitted, and after the events it waits for. The legacy stream comes after all blocking queues
// of its device and they after it (CUDA C++ programming guide, "Default Stream").
//
// Time is virtual (virtual_time.hpp): a piece begins when its queue, all that it comes after and
// the host's call are past, and lasts as long as its work says.
#pragma once

#include "vgpu/runtime/timetable.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace vgpu::runtime {

// The end of a piece of work, on the virtual clock.
struct Moment {
    bool reached = false;
    std::uint64_t nanoseconds = 0;
};

// A place in the order: all that has been submitted to a queue so far, and what that comes after.
struct WorkPoint {
    WorkClock clock;
    std::shared_ptr<Moment> moment; // null: at once
};

// Which piece is running, for observers of the device.
struct WorkPlace {
    QueueId queue = 0;
    std::uint64_t number = 0; // in its queue, counts from 1
    const WorkClock& after;
};

struct Work {
    std::string name; // "kernel square(...)", for messages
    // Does it; returns how long it takes on the virtual clock. Empty: nothing but a place in the
    // order.
    std::function<Lasting(const WorkPlace&)> run;
    // end_recording() calls it with the time at which the work would begin on a GPU
    // (timetable.hpp).
    std::function<void(std::uint64_t begin)> began = {};
    bool on_host = false;   // a function of the program's: it runs without the runtime's lock
    bool is_kernel = false; // reported if the program ends without waiting for it
};

class WorkQueues {
  public:
    // `lock` is held by every caller. `seed`: 0 for the order of submission.
    WorkQueues(std::recursive_mutex& lock, std::uint64_t seed);

    // Queue 0 is the legacy stream of device 0.
    QueueId legacy(int device);
    QueueId create(int device, bool blocking);
    // Its work still runs; then the number may be given to another queue.
    void close(QueueId queue);

    std::uint64_t submit(QueueId queue, Work work); // its number in the queue
    // Runs the oldest work if more is pending than there is room for: after what was submitted, at
    // the end of a call.
    void make_room();
    // What is submitted to the queue from now on comes after the point.
    void order_after(QueueId queue, const WorkPoint& point);
    // The same for every blocking queue of the device.
    void order_device_after(int device, const WorkPoint& point);

    bool is_legacy(QueueId queue) const { return queues_[queue].legacy; }
    // Whether the legacy queue comes after that one, and that one after it.
    bool is_ordered_with(QueueId legacy, QueueId other) const {
        return queues_[other].blocking && queues_[other].device == queues_[legacy].device;
    }

    // All that was submitted to the queue; to a device's queues; to all.
    WorkPoint point(QueueId queue) const;
    WorkPoint point_of_device(int device) const;
    WorkPoint point_of_all() const;

    bool reached(const WorkPoint& point) const;
    // Runs what is needed. What the host submits next comes after the point only where its queue
    // says so.
    void run_unordered(const WorkPoint& point);
    // Runs what is needed. The host, and so what it submits next, comes after the point.
    void run_until(const WorkPoint& point);
    // Runs all work, and what is submitted meanwhile: then nothing is pending or running.
    void run_all();
    // The program asks for a point that is not reached. If it asks again and nothing was submitted
    // or ran in between, one piece of work that the point needs runs.
    void ask(const WorkPoint& point);
    // Whether questions have made work run since anything was submitted: the host asks until the
    // work is over.
    bool asked_until_over() const { return asked_for_work_ == orders_; }

    // What is submitted from now on gets a timetable, at the end, when all of it has run.
    void begin_recording();
    void end_recording();

    std::size_t pending() const { return pending_; }
    // Whether there ever was another queue than the first: before that, all work is in one order.
    bool several() const { return queues_.size() > 1; }
    // Forgets all that has not run; the names of the kernels among it, in order of submission.
    std::vector<std::string> drop();
    std::vector<std::string> pending_kernels() const;

    static constexpr std::size_t most_pending = 1024;
    // Pieces of a recording, and queues; with more there is no timetable. Making one takes their
    // number times the square of that of the queues.
    static constexpr std::size_t most_recorded = 8192, most_queues_recorded = 32;

  private:
    struct Item {
        Work work;
        std::uint64_t order = 0; // of submission, over all queues
        std::uint64_t number = 0;
        std::uint64_t submitted_at = 0; // the host's time
        WorkClock after;
        WorkClock host;                              // what the host had waited for, if recording
        std::vector<std::shared_ptr<Moment>> starts; // of what it comes after
        std::shared_ptr<Moment> moment;
    };
    struct Queue {
        int device = 0;
        bool legacy = false;
        bool blocking = true;
        bool open = true;
        bool running = false; // its first piece, in some thread
        std::uint64_t submitted = 0, done = 0;
        std::uint64_t time = 0;
        WorkClock clock; // of what was submitted last
        std::shared_ptr<Moment> last;
        std::vector<std::shared_ptr<Moment>> starts; // for what is submitted next
        std::deque<Item> items;
    };

    void comes_after(Queue& queue, const Queue& other);
    bool needed(QueueId queue, const WorkClock& target) const;
    bool ready(QueueId queue) const;
    std::optional<QueueId> choose(const WorkClock& target);
    void run_one(QueueId queue);

    std::recursive_mutex& lock_;
    std::condition_variable_any progress_;
    const bool permuted_;
    std::mt19937_64 random_;
    std::deque<Queue> queues_;    // by number
    bool device_is_busy_ = false; // with a piece, in some thread that let go of the lock
    std::vector<QueueId> free_;
    std::vector<QueueId> legacy_; // by device
    std::map<int, WorkPoint> device_after_;
    WorkClock host_; // what the host has waited for
    bool recording_ = false;
    std::uint64_t first_recorded_ = 0; // in the order of submission
    std::map<std::uint64_t, RanPiece> recorded_;
    std::uint64_t host_time_ = 0;
    std::uint64_t orders_ = 0;
    std::atomic<std::size_t> pending_ = 0;
    std::uint64_t ran_ = 0;
    std::pair<std::uint64_t, std::uint64_t> asked_{}; // orders_ and ran_ at the last question
    std::optional<std::uint64_t> asked_for_work_;     // orders_ when a question made work run
};

} // namespace vgpu::runtime
