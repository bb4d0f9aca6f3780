// What several attacks on the engine's connection share. They know no message of it: they send what is none, and
// change, repeat and hold back those that the program's own CUDA runtime sends.
// An attack that is submitted alone gets these lines in place of its #include.
#pragma once

#include <atomic>
#include <poll.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace engine {

constexpr int descriptor = 5;

inline void say(const void* bytes, std::size_t count) {
    [[maybe_unused]] const auto sent = send(descriptor, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// Stands between the program and its engine while it lives: `pass(bytes, send)` gets each message on its way there
// and sends what it likes in its place. Does nothing where the descriptor is no socket.
class Relay {
  public:
    template <class Pass>
    explicit Relay(Pass pass) {
        int type = 0;
        socklen_t size = sizeof type;
        if (getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) != 0) return;
        if (socketpair(AF_UNIX, type, 0, pair_) != 0) return;
        real_ = dup(descriptor);
        dup2(pair_[0], descriptor);
        thread_ = std::thread([this, pass]() mutable {
            std::vector<char> bytes(1 << 20);
            while (!over_) {
                pollfd waiting[2] = {{pair_[1], POLLIN, 0}, {real_, POLLIN, 0}};
                if (poll(waiting, 2, 10) <= 0) continue;
                if (waiting[0].revents) {
                    const auto count = recv(pair_[1], bytes.data(), bytes.size(), 0);
                    if (count <= 0) break;
                    pass(std::vector<char>(bytes.begin(), bytes.begin() + count),
                         [this](const auto& message) {
                             send(real_, message.data(), message.size(), MSG_NOSIGNAL);
                         });
                }
                if (waiting[1].revents) {
                    const auto count = recv(real_, bytes.data(), bytes.size(), 0);
                    if (count <= 0) break;
                    send(pair_[1], bytes.data(), static_cast<std::size_t>(count), MSG_NOSIGNAL);
                }
            }
            close(pair_[1]);
        });
    }
    ~Relay() {
        if (!thread_.joinable()) return;
        over_ = true;
        thread_.join();
        dup2(real_, descriptor);
        close(real_);
        close(pair_[0]);
    }
    Relay(const Relay&) = delete;
    Relay& operator=(const Relay&) = delete;

  private:
    int pair_[2] = {-1, -1}, real_ = -1;
    std::atomic<bool> over_ = false;
    std::thread thread_;
};

} // namespace engine
