// The packets between a program's libcudart and the engine, and the hash of device code.
#include "vgpu/calls/calls.hpp"
#include "wire/fnv1a.hpp"
#include "wire/text_hash.hpp"

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <set>
#include <sys/socket.h>
#include <unistd.h>

using namespace vgpu::calls;

namespace {

struct Pair {
    Pair() {
        int ends[2];
        REQUIRE(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0);
        one.emplace(ends[0]);
        other.emplace(ends[1]);
    }
    std::optional<Channel> one, other;
    std::array<std::byte, most_bytes> room{};
};

} // namespace

TEST_CASE("what is written is read, and no more") {
    std::array<std::byte, 64> room;
    Writer writer(room);
    writer.put(7);
    writer.text("a text");
    const std::span<const std::byte> written(room);
    Reader reader(written.first(writer.size()));
    CHECK(reader.get<int>() == 7);
    CHECK(reader.text() == "a text");
    CHECK(reader.left() == 0);
    CHECK_THROWS_AS(reader.get<char>(), ProtocolError);
    CHECK_THROWS_AS(writer.text(std::string(64, 'x')), ProtocolError);
    // A text that claims more than there is.
    const std::uint32_t length = 1000;
    const std::span<const std::uint32_t> claim(&length, 1);
    Reader liar(std::as_bytes(claim));
    CHECK_THROWS_AS(liar.text(), ProtocolError);
}

TEST_CASE("packets keep together, and descriptors come along") {
    Pair pair;
    const int number = 42;
    pair.one->send({.kind = Kind::call, .what = 3}, std::as_bytes(std::span(&number, 1)));
    const auto packet = pair.other->receive(pair.room);
    REQUIRE(packet);
    CHECK(packet->header.what == 3);
    CHECK(Reader(packet->content).get<int>() == 42);

    const int files[] = {0, 1};
    pair.one->send({.kind = Kind::hello}, {}, files);
    int came[2] = {-1, -1};
    REQUIRE(pair.other->receive(pair.room, came));
    for (const int file : came) {
        CHECK(file > 2);
        close(file);
    }
    // One that was not asked for is closed, and one too few is no message.
    pair.one->send({.kind = Kind::hello}, {}, files);
    CHECK(pair.other->receive(pair.room));
    pair.one->send({.kind = Kind::hello}, {}, std::span(files).first(1));
    CHECK_THROWS_AS(pair.other->receive(pair.room, came), ProtocolError);

    REQUIRE(send(pair.one->descriptor(), "short", 5, 0) == 5);
    CHECK_THROWS_AS(pair.other->receive(pair.room), ProtocolError);
    pair.one.reset();
    CHECK_FALSE(pair.other->receive(pair.room));
    CHECK_THROWS_AS(pair.other->send({}, {}), ProtocolError);
}

TEST_CASE("waits in vain have more and more of the next ones sleep, until a packet comes soon") {
    Alertness alertness;
    const auto sleeps = [&alertness] {
        int count = 0;
        for (; !alertness.is_due(); ++count) {
        }
        return count;
    };
    CHECK(sleeps() == 0);
    for (const int expected : {1, 3, 7, 15, 15}) {
        alertness.note(false);
        CHECK(sleeps() == expected);
    }
    alertness.note(true);
    CHECK(sleeps() == 0);
    alertness.note(false);
    CHECK(sleeps() == 1);
}

TEST_CASE("how arguments travel follows from their types") {
    static_assert(passing_of<std::size_t>() == Passing::value);
    static_assert(passing_of<cudaStream_t>() == Passing::value);
    static_assert(passing_of<const void*>() == Passing::value);
    static_assert(passing_of<cudaHostFn_t>() == Passing::value);
    static_assert(passing_of<const char*>() == Passing::text);
    static_assert(passing_of<const cudaMemcpy3DParms*>() == Passing::in);
    static_assert(passing_of<void**>() == Passing::inout);
    static_assert(passing_of<cudaStream_t*>() == Passing::inout);
    static_assert(passing_of<int*>() == Passing::inout);
}

TEST_CASE("texts have the same hash only if they are the same") {
    using workbook::wire::text_hash;
    const std::string text = ".version 9.0\n.target sm_80\n";
    std::set<std::uint64_t> seen;
    for (std::size_t length = 0; length <= text.size(); ++length) {
        seen.insert(text_hash(text.substr(0, length), 12345));
        seen.insert(text_hash(text.substr(0, length) + '\0', 12345));
    }
    CHECK(seen.size() == 2 * (text.size() + 1));
    CHECK(text_hash(text, 1) == text_hash(text, 1));
    CHECK(text_hash(text, 1) != text_hash(text, 2));
}

TEST_CASE("the hash for versions is FNV-1a, in one piece or in parts") {
    using workbook::wire::fnv1a;
    // Three of the test vectors that its authors publish.
    CHECK(fnv1a("") == 0xcbf29ce484222325u);
    CHECK(fnv1a("a") == 0xaf63dc4c8601ec8cu);
    CHECK(fnv1a("foobar") == 0x85944171f73967e8u);
    CHECK(fnv1a("bar", fnv1a("foo")) == fnv1a("foobar"));
    CHECK(fnv1a("\xff") != fnv1a("\x7f"));
}

TEST_CASE("the hash of a text is the polynomial of its words of seven bytes") {
    constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
    const std::uint64_t key = 12345, point = key + 2;
    std::string text;
    for (int length = 0; length < 40; ++length) {
        __extension__ using Wide = unsigned __int128;
        auto sum = static_cast<std::uint64_t>((Wide{point} + text.size()) % prime);
        for (std::size_t at = 0; at < text.size(); at += 7) {
            std::uint64_t word = 0;
            for (const char c : text.substr(at, 7))
                word = word * 256 + static_cast<unsigned char>(c);
            sum = static_cast<std::uint64_t>((Wide{sum} * point + word) % prime);
        }
        CHECK(workbook::wire::text_hash(text, key) == sum);
        text += static_cast<char>(255 - 6 * length);
    }
}
