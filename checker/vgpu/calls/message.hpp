// What a program's libcudart (vgpu/client) and the engine (vgpu/engine) say to each other.
//
// Each thread of the program has a channel of its own, a socket that keeps packets together
// (SOCK_SEQPACKET). It sends a call and waits for `done`. Until that comes the engine may ask it
// for services: bytes of the program's memory, a function of the program's, text to print. Bulk
// bytes pass through a staging area, which both map. The engine trusts nothing that it reads here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace vgpu::calls {

inline constexpr std::uint32_t protocol_version = 1;
inline constexpr std::size_t most_bytes = 64 << 10; // of a packet
// Two pieces: while one side copies the one, the other side copies the other.
inline constexpr std::uint64_t staging_piece = 512 << 10;
inline constexpr std::uint64_t staging_bytes = 2 * staging_piece;

enum class Kind : std::uint16_t { hello, call, done, ask, answer };

struct Header {
    Kind kind = Kind::call;
    std::uint16_t what = 0;     // a Function (calls.hpp) or a Service (services.hpp)
    std::uint32_t flags = 0;    // see below
    std::uint32_t attached = 0; // of a call: bytes at the end, the parameters of a kernel
    std::uint32_t reserved = 0;
};
inline constexpr std::uint32_t per_thread_default = 1; // of a call: the null stream is the thread's
inline constexpr std::uint32_t is_of_driver = 2;       // of a call: a text comes first, the name of
                                                       // the driver's function that makes it
inline constexpr std::uint32_t work_is_pending = 1;    // of `done`: it was not waited for, and the
                                                       // host could see what it writes

struct Hello {
    std::uint32_t version = protocol_version;
    std::int32_t soname_version = 13;
};
// The engine's answer; two descriptors come with it: of the shared memory, of the staging area.
struct Welcome {
    std::uint32_t version = protocol_version;
    std::uint32_t reserved = 0;
    std::uint64_t window = 0, window_bytes = 0; // device addresses
};

// Rows of a piece of the program's memory.
struct Rows {
    std::uint64_t address = 0, width = 0, count = 1, pitch = 0;
};

// The other side is gone or has broken the protocol. This is no std::exception: those are errors of
// one call, and this one ends the channel.
struct ProtocolError {
    const char* text;
};

// Packs values one behind the other.
class Writer {
  public:
    explicit Writer(std::span<std::byte> room) : room_(room) {}

    void bytes(const void* from, std::size_t count) {
        if (count > room_.size() - used_) throw ProtocolError("a message is too long");
        if (count != 0) std::memcpy(room_.data() + used_, from, count);
        used_ += count;
    }
    template <class Value>
    requires std::is_trivially_copyable_v<Value>
    void put(const Value& value) { bytes(&value, sizeof value); }
    void text(std::string_view value) {
        put(static_cast<std::uint32_t>(value.size()));
        bytes(value.data(), value.size());
    }
    std::size_t size() const { return used_; }
    std::size_t left() const { return room_.size() - used_; }
    // The beginning of the text that fits; 1 KiB stays free for other values.
    std::string_view that_fits(std::string_view value) const {
        return value.substr(0, left() > 1024 ? left() - 1024 : 0);
    }

  private:
    std::span<std::byte> room_;
    std::size_t used_ = 0;
};

class Reader {
  public:
    explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    std::span<const std::byte> bytes(std::size_t count) {
        if (count > bytes_.size()) throw ProtocolError("a message is too short");
        const auto part = bytes_.first(count);
        bytes_ = bytes_.subspan(count);
        return part;
    }
    template <class Value>
    requires std::is_trivially_copyable_v<Value> Value get() {
        Value value;
        std::memcpy(&value, bytes(sizeof value).data(), sizeof value);
        return value;
    }
    std::string_view text() {
        const auto part = bytes(get<std::uint32_t>());
        return {reinterpret_cast<const char*>(part.data()), part.size()};
    }
    std::size_t left() const { return bytes_.size(); }
    void expect_end() const {
        if (left() != 0) throw ProtocolError("a message is too long");
    }

  private:
    std::span<const std::byte> bytes_;
};

// One packet: its header, and what lies behind it.
struct Packet {
    Header header;
    std::span<const std::byte> content;
};

// Whether to poll for the next packet before sleeping. If the other side works for longer, or has
// no processor, polling only takes time from it: after each poll in vain more of the next waits
// sleep at once, at most 15.
class Alertness {
  public:
    bool is_due() {
        if (asleep_ == 0) return true;
        --asleep_;
        return false;
    }
    void note(bool came_soon) {
        most_asleep_ = came_soon ? 0 : std::min(2 * most_asleep_ + 1, 15);
        asleep_ = most_asleep_;
    }

  private:
    int asleep_ = 0; // waits that sleep before the next one awake
    int most_asleep_ = 0;
};

// A connected socket, which it owns.
class Channel {
  public:
    explicit Channel(int descriptor) : descriptor_(descriptor) {}
    ~Channel();
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    // Throws ProtocolError when the other side is gone. `content` is put together by the caller.
    void send(const Header& header, std::span<const std::byte> content,
              std::span<const int> descriptors = {});
    // The next packet, valid until the next one; nothing when the other side has hung up. With
    // `descriptors`: so many have to come along.
    std::optional<Packet> receive(std::span<std::byte, most_bytes> room,
                                  std::span<int> descriptors = {});
    int descriptor() const { return descriptor_; }

  private:
    int descriptor_;
    Alertness alertness_;
};

} // namespace vgpu::calls
