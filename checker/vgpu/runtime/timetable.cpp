#include "vgpu/runtime/timetable.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

namespace vgpu::runtime {
namespace {

class Timetable {
  public:
    explicit Timetable(const std::map<std::uint64_t, RanPiece>& pieces) {
        for (const auto& [order, piece] : pieces) {
            submitted_.push_back(&piece);
            queues_[piece.queue].waiting.push_back({&piece, 0});
        }
    }

    void make() {
        while (true) {
            submit();
            Queue* earliest = nullptr;
            std::pair<std::uint64_t, std::uint64_t> when; // begin, submitted at
            for (auto& [id, queue] : queues_) {
                if (queue.waiting.empty() || !is_over(queue.waiting.front().piece->after)) continue;
                const Waiting& first = queue.waiting.front();
                if (first.submitted_at == 0) continue;
                const std::pair possible(
                    std::max({first.submitted_at, end_of(first.piece->after), engine_of(first)}),
                    first.submitted_at);
                if (earliest != nullptr && possible >= when) continue;
                earliest = &queue;
                when = possible;
            }
            if (earliest == nullptr) return;
            place(*earliest, when.first);
        }
    }

  private:
    struct Waiting {
        const RanPiece* piece;
        std::uint64_t submitted_at; // 0: not yet
    };
    struct Queue {
        std::deque<Waiting> waiting;
        std::vector<std::pair<std::uint64_t, std::uint64_t>> ends; // number, nanoseconds; both rise
        std::size_t submitted = 0;                                 // of `waiting`
    };

    // The host's calls, as far as what it waited for before each is over.
    void submit() {
        for (; next_ < submitted_.size() && is_over(submitted_[next_]->host); ++next_) {
            host_ = std::max(host_, end_of(submitted_[next_]->host)) + nanoseconds_of_call;
            Queue& queue = queues_[submitted_[next_]->queue];
            queue.waiting[queue.submitted++].submitted_at = host_;
        }
    }

    bool is_over(const WorkClock& clock) const {
        for (QueueId id = 0; id < clock.size(); ++id) {
            const auto queue = queues_.find(id);
            if (queue != queues_.end() && !queue->second.waiting.empty() &&
                queue->second.waiting.front().piece->number <= clock[id])
                return false;
        }
        return true;
    }
    std::uint64_t end_of(const WorkClock& clock) const {
        std::uint64_t end = 0;
        for (QueueId id = 0; id < clock.size(); ++id) {
            const auto queue = queues_.find(id);
            if (queue == queues_.end()) continue;
            const auto& ends = queue->second.ends;
            const auto behind = std::ranges::upper_bound(
                ends, clock[id], {}, &std::pair<std::uint64_t, std::uint64_t>::first);
            if (behind != ends.begin()) end = std::max(end, std::prev(behind)->second);
        }
        return end;
    }
    std::uint64_t engine_of(const Waiting& waiting) const {
        const auto engine = engines_.find({waiting.piece->device, waiting.piece->lasts.engine});
        return engine == engines_.end() ? 0 : engine->second;
    }

    void place(Queue& queue, std::uint64_t begin) {
        const RanPiece& piece = *queue.waiting.front().piece;
        const std::uint64_t end = begin + piece.lasts.nanoseconds;
        if (piece.lasts.engine != Engine::none) engines_[{piece.device, piece.lasts.engine}] = end;
        queue.ends.emplace_back(piece.number, end);
        queue.waiting.pop_front();
        --queue.submitted;
        if (piece.began) piece.began(begin);
    }

    std::vector<const RanPiece*> submitted_;
    std::size_t next_ = 0; // to be submitted
    std::map<QueueId, Queue> queues_;
    std::map<std::pair<int, Engine>, std::uint64_t> engines_; // until when they are occupied
    std::uint64_t host_ = 0;
};

} // namespace

void make_timetable(const std::map<std::uint64_t, RanPiece>& pieces) { Timetable(pieces).make(); }

} // namespace vgpu::runtime
