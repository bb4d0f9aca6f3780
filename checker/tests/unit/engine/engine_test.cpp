// A program that says whatever it likes to its engine: the engine hangs up on that thread, goes on
// serving the others, and does nothing else.
#include "vgpu/calls/calls.hpp"
#include "vgpu/calls/services.hpp"

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <random>
#include <string>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace vgpu::calls;

namespace {

// An engine as a program starts it.
class Engine {
  public:
    Engine() {
        int ends[2];
        REQUIRE(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0);
        const pid_t child = fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            const std::string number = std::to_string(dup(ends[1]));
            close(ends[0]);
            setenv("WORKBOOK_MEMORY", "64M", 1);
            execl(WORKBOOK_ENGINE_PROGRAM, WORKBOOK_ENGINE_PROGRAM, "program", number.c_str(),
                  nullptr);
            _exit(127);
        }
        close(ends[1]);
        int status = 0;
        REQUIRE(waitpid(child, &status, 0) == child);
        REQUIRE(status == 0);
        door.emplace(ends[0]);
    }

    int knock() {
        int ends[2];
        REQUIRE(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0);
        door->send({.kind = Kind::hello}, {}, std::span(&ends[1], 1));
        close(ends[1]);
        return ends[0];
    }

    std::optional<Channel> door;
};

// A thread of a program that answers every question with nothing.
class Thread {
  public:
    explicit Thread(Engine& engine) : channel(engine.knock()) {
        const Hello hello;
        channel.send({.kind = Kind::hello}, std::as_bytes(std::span(&hello, 1)));
        int files[2] = {-1, -1};
        REQUIRE(channel.receive(room, files));
        for (const int file : files) close(file);
    }

    // The result; nothing when the engine hangs up.
    std::optional<int> call(std::uint16_t function, std::span<const std::byte> arguments,
                            std::span<const std::byte> answer = {}) {
        try {
            channel.send({.kind = Kind::call, .what = function}, arguments);
            for (int questions = 0; questions < 1000; ++questions) {
                const auto packet = channel.receive(room);
                if (!packet) return std::nullopt;
                if (packet->header.kind == Kind::done) return Reader(packet->content).get<int>();
                // A place in the program is asked for what fails: it has none.
                const auto service = static_cast<Service>(packet->header.what);
                const bool asks_place =
                    service == Service::call_stack || service == Service::line_of;
                static constexpr std::array<std::byte, 4> no_text{};
                channel.send({.kind = Kind::answer},
                             asks_place ? std::span<const std::byte>(no_text) : answer);
            }
        } catch (const ProtocolError&) {
        }
        return std::nullopt;
    }

    Channel channel;
    std::array<std::byte, most_bytes> room{};
};

std::uint16_t number_of(Function function) { return static_cast<std::uint16_t>(function); }

bool is_served(Engine& engine) {
    Thread thread(engine);
    std::array<std::byte, 5> argument{}; // a pointer that is not null, to an int
    argument[0] = std::byte{1};
    return thread.call(number_of(Function::cudaGetDeviceCount), argument) == cudaSuccess;
}

} // namespace

TEST_CASE("what is no message ends that thread's channel alone") {
    Engine engine;
    for (const std::string_view text : {"", "x", "{\"verdict\": \"passed\"}"}) {
        const int raw = engine.knock();
        send(raw, text.data(), text.size(), MSG_NOSIGNAL);
        char reply = 0;
        CHECK(recv(raw, &reply, 1, 0) <= 0);
        close(raw);
        // At the door, too.
        send(engine.door->descriptor(), text.data(), text.size(), MSG_NOSIGNAL);
    }
    CHECK(is_served(engine));
}

TEST_CASE("calls that are none are refused") {
    Engine engine;
    const std::array<std::byte, 64> zeros{};
    // No such function, too few arguments, too many.
    CHECK_FALSE(Thread(engine).call(number_of(Function::count), zeros));
    CHECK_FALSE(Thread(engine).call(UINT16_MAX, {}));
    CHECK_FALSE(Thread(engine).call(number_of(Function::cudaMalloc), {}));
    CHECK_FALSE(Thread(engine).call(number_of(Function::cudaMalloc), zeros));
    CHECK_FALSE(Thread(engine).call(number_of(Function::cudaDeviceSynchronize), zeros));
    // An answer without a question, and an attachment that is longer than the message.
    for (const Header header : {Header{.kind = Kind::answer}, Header{.kind = Kind::done},
                                Header{.kind = Kind::call, .attached = 1000}}) {
        Thread thread(engine);
        thread.channel.send(header, zeros);
        CHECK_FALSE(thread.channel.receive(thread.room));
    }
    // The name of a driver's function that is missing, or longer than the message.
    std::array<std::byte, 4> length{};
    length.fill(std::byte{0xff});
    for (const std::span<const std::byte> name :
         {std::span<const std::byte>(), std::span<const std::byte>(length)}) {
        Thread thread(engine);
        thread.channel.send({.kind = Kind::call,
                             .what = number_of(Function::cudaDeviceSynchronize),
                             .flags = is_of_driver},
                            name);
        CHECK_FALSE(thread.channel.receive(thread.room));
    }
    CHECK(is_served(engine));
}

TEST_CASE("a copy whose program answers nonsense is no copy") {
    Engine engine;
    std::array<std::byte, 9> pointer{};
    pointer[0] = std::byte{1};
    std::array<std::byte, 17> arguments{};
    arguments[0] = std::byte{1};
    arguments[9] = std::byte{64};
    Thread thread(engine);
    const std::uint8_t yes = 1;
    REQUIRE(thread.call(number_of(Function::cudaMalloc), arguments,
                        std::as_bytes(std::span(&yes, 0))) == cudaSuccess);
    std::vector<std::byte> copy(8 + 8 + 8 + 4);
    const std::uint64_t device = 0x3020'0000'0000, host = 0x1000, bytes = 64;
    std::memcpy(copy.data(), &device, 8);
    std::memcpy(copy.data() + 8, &host, 8);
    std::memcpy(copy.data() + 16, &bytes, 8);
    copy[24] = std::byte{cudaMemcpyHostToDevice};
    // "All of it is mapped", says every answer; or "none", or nothing at all.
    CHECK(thread.call(number_of(Function::cudaMemcpy), copy, std::as_bytes(std::span(&yes, 1))) ==
          cudaSuccess);
    const std::uint8_t no = 0;
    CHECK(thread.call(number_of(Function::cudaMemcpy), copy, std::as_bytes(std::span(&no, 1))) ==
          cudaErrorInvalidValue);
    CHECK_FALSE(thread.call(number_of(Function::cudaMemcpy), copy));
    CHECK(is_served(engine));
}

TEST_CASE("random calls with random arguments do the engine no harm") {
    Engine engine;
    std::mt19937_64 random(20261123);
    const auto at_most = [&](std::uint64_t most) { return random() % (most + 1); };
    std::optional<Thread> thread;
    int served = 0;
    for (int round = 0; round < 3000; ++round) {
        if (!thread) thread.emplace(engine);
        std::vector<std::byte> arguments(at_most(80)), answer(at_most(24));
        for (auto* bytes : {&arguments, &answer})
            for (std::byte& byte : *bytes)
                // Small numbers are what sizes, flags and null marks are made of.
                byte = static_cast<std::byte>(at_most(3) == 0 ? random() : at_most(2));
        const auto function = static_cast<std::uint16_t>(at_most(number_of(Function::count) - 1));
        if (thread->call(function, arguments, answer))
            ++served;
        else
            thread.reset();
    }
    CHECK(served > 10);
    CHECK(is_served(engine));
}
