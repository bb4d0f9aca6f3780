// What several attacks share that speak the engine's own language: a channel of theirs, by which they send packets that
// the program's CUDA runtime would never send, and the channels that the runtime has opened.
#pragma once

#include "vgpu/calls/calls.hpp"
#include "vgpu/calls/services.hpp"
#include "wire/message.hpp"

#include <array>
#include <cstring>
#include <initializer_list>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
#include <vector>

namespace raw_engine {

using vgpu::calls::Function;
using vgpu::calls::Header;
using vgpu::calls::Kind;
using vgpu::calls::Service;

// Bytes of a message, put one behind the other.
class Bytes {
  public:
    template <class Value>
    Bytes& put(const Value& value) {
        const auto* first = reinterpret_cast<const char*>(&value);
        bytes_.insert(bytes_.end(), first, first + sizeof value);
        return *this;
    }
    Bytes& text(const char* value) {
        put(std::uint8_t{1}).put(static_cast<std::uint32_t>(std::strlen(value)));
        bytes_.insert(bytes_.end(), value, value + std::strlen(value));
        return *this;
    }
    const std::vector<char>& all() const { return bytes_; }

  private:
    std::vector<char> bytes_;
};

inline bool send_packet(int socket, const Header& header, const std::vector<char>& content = {},
                        int file = -1) {
    iovec parts[2] = {{const_cast<Header*>(&header), sizeof header},
                      {const_cast<char*>(content.data()), content.size()}};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    msghdr message = {};
    message.msg_iov = parts;
    message.msg_iovlen = 2;
    if (file >= 0) {
        message.msg_control = control;
        message.msg_controllen = sizeof control;
        cmsghdr* first = CMSG_FIRSTHDR(&message);
        first->cmsg_level = SOL_SOCKET;
        first->cmsg_type = SCM_RIGHTS;
        first->cmsg_len = CMSG_LEN(sizeof(int));
        std::memcpy(CMSG_DATA(first), &file, sizeof file);
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0;
}

// The next packet's header; nothing comes for a second: false. Descriptors that come along are not taken.
inline bool receive_packet(int socket, Header& header) {
    static std::array<char, vgpu::calls::most_bytes> room; // one thread at a time does this
    pollfd waiting{socket, POLLIN, 0};
    if (poll(&waiting, 1, 1000) != 1) return false;
    const auto count = recv(socket, room.data(), room.size(), MSG_DONTWAIT);
    if (count < static_cast<ssize_t>(sizeof header)) return false;
    std::memcpy(&header, room.data(), sizeof header);
    return true;
}

// A channel through the engine's door, greeted or not; -1 if there is none.
inline int open_channel(bool greeted = true) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0) return -1;
    const bool sent =
        send_packet(workbook::wire::door_descriptor, {.kind = Kind::hello}, {}, ends[1]);
    close(ends[1]);
    Header header;
    const vgpu::calls::Hello hello;
    if (sent &&
        (!greeted || (send_packet(ends[0], {.kind = Kind::hello}, Bytes().put(hello).all()) &&
                      receive_packet(ends[0], header))))
        return ends[0];
    close(ends[0]);
    return -1;
}

// Makes a call, and does what `asked(header)` likes with what the engine asks meanwhile. False: there is no answer.
template <class Asked>
bool call(int channel, Function function, const Bytes& arguments, Asked asked) {
    Header header;
    if (!send_packet(channel, {.kind = Kind::call, .what = static_cast<std::uint16_t>(function)},
                     arguments.all()))
        return false;
    while (receive_packet(channel, header)) {
        if (header.kind == Kind::done) return true;
        asked(header);
    }
    return false;
}
inline bool call(int channel, Function function, const Bytes& arguments = {}) {
    return call(channel, function, arguments, [&](const Header&) {
        send_packet(channel, {.kind = Kind::answer}, std::vector<char>(64));
    });
}

// The channels that the program's own CUDA runtime has.
inline std::vector<int> channels_of_runtime() {
    std::vector<int> found;
    for (int descriptor = workbook::wire::door_descriptor + 1; descriptor < 256; ++descriptor) {
        int type = 0;
        socklen_t size = sizeof type;
        if (getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0 &&
            type == SOCK_SEQPACKET)
            found.push_back(descriptor);
    }
    return found;
}

// Keeps the serving code from saying that the call has ended, for which it would wait as long as the engine does: only
// the checker does. `mine` stay open.
inline void hide_the_end(std::initializer_list<int> mine = {}) {
    for (const int channel : channels_of_runtime()) {
        bool is_mine = false;
        for (const int one : mine) is_mine = is_mine || one == channel;
        if (!is_mine) shutdown(channel, SHUT_RDWR);
    }
    close(workbook::wire::door_descriptor);
}

} // namespace raw_engine
