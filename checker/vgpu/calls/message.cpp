// Sending and receiving packets.
#include "vgpu/calls/message.hpp"

#include <cerrno>
#include <chrono>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

namespace vgpu::calls {
namespace {

constexpr std::size_t most_descriptors = 4;

// Polls for a short time, because waking a thread takes 30 us on two idle cores and most calls take
// 6. It does not call sched_yield: on a busy machine each yield costs the time slices of all others
// (a launch and the wait for it took 10 ms with 12 processes per core, and take 0.7), whereas a
// process that sleeps is woken before them. Returns what recvmsg returns; EAGAIN if nothing came.
ssize_t receive_soon(int descriptor, msghdr& message) {
    using Clock = std::chrono::steady_clock;
    constexpr auto soon = std::chrono::microseconds(25);
    const auto until = Clock::now() + soon;
    ssize_t count = -1;
    do {
        count = ::recvmsg(descriptor, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
        if (count >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) return count;
    } while (Clock::now() < until);
    errno = EAGAIN;
    return count;
}

} // namespace

Channel::~Channel() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void Channel::send(const Header& header, std::span<const std::byte> content,
                   std::span<const int> descriptors) {
    iovec parts[2] = {{const_cast<Header*>(&header), sizeof header},
                      {const_cast<std::byte*>(content.data()), content.size()}};
    msghdr message = {};
    message.msg_iov = parts;
    message.msg_iovlen = 2;
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * most_descriptors)] = {};
    if (!descriptors.empty()) {
        message.msg_control = control;
        message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
        cmsghdr* first = CMSG_FIRSTHDR(&message);
        first->cmsg_level = SOL_SOCKET;
        first->cmsg_type = SCM_RIGHTS;
        first->cmsg_len = CMSG_LEN(descriptors.size_bytes());
        std::memcpy(CMSG_DATA(first), descriptors.data(), descriptors.size_bytes());
    }
    ssize_t sent = -1;
    do sent = ::sendmsg(descriptor_, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    if (sent != static_cast<ssize_t>(sizeof header + content.size()))
        throw ProtocolError("the other side is gone");
}

std::optional<Packet> Channel::receive(std::span<std::byte, most_bytes> room,
                                       std::span<int> descriptors) {
    iovec part = {room.data(), room.size()};
    msghdr message = {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * most_descriptors)] = {};
    // If there is no room for descriptors, the kernel closes those that arrive.
    if (!descriptors.empty()) {
        message.msg_control = control;
        message.msg_controllen = sizeof control;
    }
    ssize_t count = -1;
    errno = EAGAIN;
    if (alertness_.is_due()) {
        count = receive_soon(descriptor_, message);
        alertness_.note(count >= 0);
    }
    while (count < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK)) {
        count = ::recvmsg(descriptor_, &message, MSG_CMSG_CLOEXEC);
        if (count >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) continue;
        // The other side has set O_NONBLOCK, which is the file's and not the descriptor's.
        pollfd waiting{descriptor_, POLLIN, 0};
        ::poll(&waiting, 1, -1);
        errno = EAGAIN;
    }
    if (count <= 0) return std::nullopt;
    std::size_t came = 0;
    if (!descriptors.empty())
        for (cmsghdr* at = CMSG_FIRSTHDR(&message); at != nullptr; at = CMSG_NXTHDR(&message, at)) {
            if (at->cmsg_level != SOL_SOCKET || at->cmsg_type != SCM_RIGHTS) continue;
            const std::size_t here = (at->cmsg_len - CMSG_LEN(0)) / sizeof(int);
            for (std::size_t i = 0; i < here; ++i) {
                int descriptor = -1;
                std::memcpy(&descriptor, CMSG_DATA(at) + i * sizeof(int), sizeof descriptor);
                if (came < descriptors.size())
                    descriptors[came++] = descriptor;
                else
                    ::close(descriptor);
            }
        }
    if ((message.msg_flags & MSG_TRUNC) != 0 || static_cast<std::size_t>(count) < sizeof(Header) ||
        came != descriptors.size()) {
        for (std::size_t i = 0; i < came; ++i) ::close(descriptors[i]);
        throw ProtocolError("what came is no message");
    }
    Packet packet;
    std::memcpy(&packet.header, room.data(), sizeof packet.header);
    packet.content = std::span<const std::byte>(room).subspan(
        sizeof(Header), static_cast<std::size_t>(count) - sizeof(Header));
    return packet;
}

} // namespace vgpu::calls
