#include "vgpu/runtime/work_queues.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace vgpu::runtime {
namespace {

std::uint64_t at(const WorkClock& clock, QueueId queue) {
    return queue < clock.size() ? clock[queue] : 0;
}

void join(WorkClock& into, const WorkClock& other) {
    if (into.size() < other.size()) into.resize(other.size());
    for (std::size_t queue = 0; queue < other.size(); ++queue)
        into[queue] = std::max(into[queue], other[queue]);
}

void set(WorkClock& clock, QueueId queue, std::uint64_t number) {
    if (clock.size() <= queue) clock.resize(queue + 1);
    clock[queue] = number;
}

} // namespace

WorkQueues::WorkQueues(std::recursive_mutex& lock, std::uint64_t seed)
    : lock_(lock), permuted_(seed != 0), random_(seed) {
    queues_.emplace_back().legacy = true;
    legacy_.push_back(0);
}

QueueId WorkQueues::legacy(int device) {
    const auto index = static_cast<std::size_t>(device);
    while (legacy_.size() <= index) {
        const QueueId added = create(static_cast<int>(legacy_.size()), true);
        queues_[added].legacy = true;
        legacy_.push_back(added);
    }
    return legacy_[index];
}

QueueId WorkQueues::create(int device, bool blocking) {
    QueueId number = 0;
    if (free_.empty()) {
        number = static_cast<QueueId>(queues_.size());
        queues_.emplace_back();
    } else { // counts on, so that what was ordered after the old one stays so
        number = free_.back();
        free_.pop_back();
    }
    Queue& queue = queues_[number];
    queue.device = device;
    queue.blocking = blocking;
    queue.open = true;
    return number;
}

void WorkQueues::close(QueueId number) {
    Queue& queue = queues_[number];
    queue.open = false;
    if (queue.items.empty() && !queue.running) free_.push_back(number);
}

void WorkQueues::comes_after(Queue& queue, const Queue& other) {
    if (other.submitted == 0) return;
    join(queue.clock, other.clock);
    if (other.last != nullptr && !other.last->reached) queue.starts.push_back(other.last);
    if (other.last != nullptr && other.last->reached)
        queue.time = std::max(queue.time, other.last->nanoseconds);
}

std::uint64_t WorkQueues::submit(QueueId number, Work work) {
    Queue& queue = queues_[number];
    if (queue.legacy) {
        for (const Queue& other : queues_)
            if (&other != &queue && other.device == queue.device && other.blocking)
                comes_after(queue, other);
    } else if (queue.blocking) {
        comes_after(queue, queues_[legacy(queue.device)]);
    }
    join(queue.clock, host_);
    if (const auto at = device_after_.find(queue.device);
        queue.blocking && at != device_after_.end())
        order_after(number, at->second);

    Item item;
    item.work = std::move(work);
    item.order = ++orders_;
    item.number = ++queue.submitted;
    item.submitted_at = host_time_ += nanoseconds_of_call;
    item.after = queue.clock;
    set(item.after, number, item.number - 1);
    if (recording_) item.host = host_;
    item.starts = std::move(queue.starts);
    queue.starts.clear();
    item.moment = std::make_shared<Moment>();
    queue.last = item.moment;
    set(queue.clock, number, item.number);
    queue.items.push_back(std::move(item));
    ++pending_;
    return queue.submitted;
}

// As on a GPU, where a launch waits for room when too much is under way.
void WorkQueues::make_room() {
    while (pending_ > most_pending) {
        const auto oldest = choose(point_of_all().clock);
        if (oldest)
            run_one(*oldest);
        else
            progress_.wait(lock_);
    }
}

void WorkQueues::order_after(QueueId number, const WorkPoint& point) {
    Queue& queue = queues_[number];
    // The point must not change the queue's own count.
    const std::uint64_t own = queue.submitted;
    join(queue.clock, point.clock);
    set(queue.clock, number, own);
    if (point.moment != nullptr) queue.starts.push_back(point.moment);
}

void WorkQueues::order_device_after(int device, const WorkPoint& point) {
    WorkPoint& known = device_after_[device];
    join(known.clock, point.clock);
    known.moment = point.moment; // the later one: it comes after the one before it
}

WorkPoint WorkQueues::point(QueueId number) const {
    const Queue& queue = queues_[number];
    WorkPoint result{queue.clock, queue.last};
    set(result.clock, number, queue.submitted);
    if (!queue.legacy) return result;
    for (const Queue& other : queues_)
        if (other.device == queue.device && other.blocking) join(result.clock, other.clock);
    return result;
}

WorkPoint WorkQueues::point_of_device(int device) const {
    WorkPoint result;
    for (const Queue& queue : queues_)
        if (queue.device == device) join(result.clock, queue.clock);
    return result;
}

WorkPoint WorkQueues::point_of_all() const {
    WorkPoint result;
    for (const Queue& queue : queues_) join(result.clock, queue.clock);
    return result;
}

bool WorkQueues::needed(QueueId number, const WorkClock& target) const {
    return queues_[number].done < at(target, number);
}

bool WorkQueues::reached(const WorkPoint& point) const {
    for (QueueId number = 0; number < point.clock.size(); ++number)
        if (needed(number, point.clock)) return false;
    return true;
}

bool WorkQueues::ready(QueueId number) const {
    const Queue& queue = queues_[number];
    if (queue.items.empty() || queue.running) return false;
    if (device_is_busy_ && !queue.items.front().work.on_host) return false;
    const WorkClock& after = queue.items.front().after;
    for (QueueId other = 0; other < after.size(); ++other)
        if (other != number && queues_[other].done < after[other]) return false;
    return true;
}

// The piece to run next. The oldest one that is needed is always ready, since all that it comes
// after is older and needed too; unless a thread of the program is in a host function.
std::optional<QueueId> WorkQueues::choose(const WorkClock& target) {
    std::vector<QueueId> candidates;
    for (QueueId number = 0; number < queues_.size(); ++number)
        if ((permuted_ || needed(number, target)) && ready(number)) candidates.push_back(number);
    if (candidates.empty()) return std::nullopt;
    if (permuted_) return candidates[random_() % candidates.size()];
    return *std::ranges::min_element(
        candidates, {}, [&](QueueId number) { return queues_[number].items.front().order; });
}

void WorkQueues::run_one(QueueId number) {
    Queue& queue = queues_[number]; // a deque: it stays where it is
    Item item = std::move(queue.items.front());
    queue.items.pop_front();
    queue.running = true;
    Lasting lasts;
    std::exception_ptr problem; // the calling program has ended, say; other queues go on
    const WorkPlace place{number, item.number, item.after};
    if (item.work.run) {
        if (item.work.on_host)
            lock_.unlock();
        else
            device_is_busy_ = true;
        try {
            lasts = item.work.run(place);
        } catch (...) {
            problem = std::current_exception();
        }
        if (item.work.on_host)
            lock_.lock();
        else
            device_is_busy_ = false;
    }
    std::uint64_t begin = std::max(queue.time, item.submitted_at);
    for (const auto& start : item.starts) begin = std::max(begin, start->nanoseconds);
    queue.time = begin + lasts.nanoseconds;
    if (recording_ && item.order >= first_recorded_ && recorded_.size() <= most_recorded)
        recorded_[item.order] = {.device = queue.device,
                                 .queue = number,
                                 .number = item.number,
                                 .after = std::move(item.after),
                                 .host = std::move(item.host),
                                 .lasts = lasts,
                                 .began = std::move(item.work.began)};
    item.moment->nanoseconds = queue.time;
    item.moment->reached = true;
    queue.done = item.number;
    queue.running = false;
    --pending_;
    ++ran_;
    if (!queue.open && queue.items.empty()) free_.push_back(number);
    progress_.notify_all();
    if (problem) std::rethrow_exception(problem);
}

void WorkQueues::run_unordered(const WorkPoint& point) {
    while (!reached(point)) {
        if (const auto next = choose(point.clock))
            run_one(*next);
        else
            progress_.wait(lock_);
    }
    for (QueueId number = 0; number < point.clock.size(); ++number)
        if (point.clock[number] != 0) host_time_ = std::max(host_time_, queues_[number].time);
}

void WorkQueues::run_until(const WorkPoint& point) {
    run_unordered(point);
    join(host_, point.clock);
}

void WorkQueues::run_all() {
    while (pending_ != 0) run_until(point_of_all());
}

void WorkQueues::begin_recording() {
    recording_ = true;
    first_recorded_ = orders_ + 1;
    recorded_.clear();
}

void WorkQueues::end_recording() {
    recording_ = false;
    if (recorded_.size() <= most_recorded && queues_.size() <= most_queues_recorded)
        make_timetable(recorded_);
    recorded_.clear();
}

void WorkQueues::ask(const WorkPoint& point) {
    const auto now = std::pair(orders_, ran_);
    const bool again = std::exchange(asked_, now) == now;
    if (!again || reached(point)) return;
    const auto next = choose(point.clock);
    if (!next) return;
    asked_for_work_ = orders_;
    run_one(*next);
}

std::vector<std::string> WorkQueues::pending_kernels() const {
    std::vector<std::pair<std::uint64_t, std::string>> found;
    for (const Queue& queue : queues_)
        for (const Item& item : queue.items)
            if (item.work.is_kernel) found.emplace_back(item.order, item.work.name);
    std::ranges::sort(found);
    std::vector<std::string> names;
    for (auto& [order, name] : found) names.push_back(std::move(name));
    return names;
}

std::vector<std::string> WorkQueues::drop() {
    std::vector<std::string> names = pending_kernels();
    for (QueueId number = 0; number < queues_.size(); ++number) {
        Queue& queue = queues_[number];
        pending_ -= queue.items.size();
        queue.items.clear();
        queue.done = queue.running ? queue.done : queue.submitted;
    }
    return names;
}

} // namespace vgpu::runtime
