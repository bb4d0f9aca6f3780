// What the engine asks the program: each answer comes back as the value that it was, and a question
// that says more or less than its own is refused, before anything is done.
#include "vgpu/client/services.hpp"

#include "vgpu/client/registration.hpp"
#include "vgpu/runtime/cuda_api.hpp"

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <vector>

using namespace vgpu::calls;
using vgpu::client::Answer;

namespace {

std::string printed;
std::vector<std::uint32_t> noted;

} // namespace

// The rest of the library, which the answers use.
void vgpu::client::note_parameters(std::span<const std::uint32_t> sizes) {
    noted.assign(sizes.begin(), sizes.end());
}
extern "C" void workbook_virtual_gpu_says(const char* text, std::size_t bytes) {
    printed.append(text, bytes);
}

namespace {

// A question's bytes, and those of its answer.
class Talk {
  public:
    template <class... Values>
    explicit Talk(const Values&... values) {
        (writer.put(values), ...);
    }

    Reader ask(Service service) {
        vgpu::client::serve(static_cast<std::uint16_t>(service),
                            Reader(std::span(room).first(writer.size())), answer);
        return Reader(std::span(answer_room).first(answer.size()));
    }
    std::array<std::byte, most_bytes> room, answer_room;
    Writer writer{room};
    std::vector<std::byte> staging = std::vector<std::byte>(staging_bytes);
    Answer answer{answer_room, staging.data()};
};

template <Service service, class... Arguments>
auto ask(const Arguments&... arguments) {
    Talk talk;
    put_question<service>(talk.writer, arguments...);
    Reader reader = talk.ask(service);
    if constexpr (!std::is_void_v<AnswerOf<service>>) {
        auto value = get<AnswerOf<service>>(reader);
        CHECK(reader.left() == 0);
        return value;
    }
}

bool says_yes(Reader answer) { return get<bool>(answer); }
std::uint64_t number_of(const void* place) { return reinterpret_cast<std::uint64_t>(place); }

} // namespace

TEST_CASE("what the engine asks is answered") {
    const char text[] = "seven";
    CHECK(ask<Service::is_mapped>(number_of(text), std::uint64_t{5}));
    CHECK_FALSE(ask<Service::is_mapped>(std::uint64_t{0x1000}, std::uint64_t{5}));
    CHECK(ask<Service::text_length>(number_of(text), std::uint64_t{100}) == 5);
    CHECK(ask<Service::text_length>(number_of(text), std::uint64_t{4}) == UINT64_MAX);
    CHECK(ask<Service::memory_at>(number_of(text)).find("stack") != std::string::npos);
    const Addresses stack = ask<Service::call_stack>();
    CHECK(stack.size() > 1);
    ask<Service::line_of>(stack); // whatever it is: tests may have no line information
    CHECK(ask<Service::line_of>(Addresses{}).empty());

    printed.clear();
    ask<Service::print>(2, std::string_view("a text"));
    CHECK(printed == "a text");

    static std::uint64_t called_with = 0;
    const auto function = [](void* data) { called_with = reinterpret_cast<std::uint64_t>(data); };
    void (*const pointer)(void*) = function;
    ask<Service::host_function>(reinterpret_cast<std::uint64_t>(pointer), std::uint64_t{17});
    CHECK(called_with == 17);
    void (*const callback)(cudaStream_t, cudaError_t, void*) = [](cudaStream_t stream,
                                                                  cudaError_t status, void* data) {
        called_with = reinterpret_cast<std::uint64_t>(stream) + static_cast<std::uint64_t>(status) +
                      reinterpret_cast<std::uint64_t>(data);
    };
    ask<Service::callback>(reinterpret_cast<std::uint64_t>(callback), std::uint64_t{100}, 20,
                           std::uint64_t{3});
    CHECK(called_with == 123);

    // Pages that are not there.
    const SharedPages pages = ask<Service::share_pages>(
        std::uint64_t{0x1000}, std::uint64_t{0x1000}, std::uint64_t{0x2000}, false);
    CHECK_FALSE(pages.obstacle.empty());
    CHECK(pages.file == -1);
}

TEST_CASE("bytes in bulk come and go by way of the staging area") {
    std::array<char, 8> place{'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'};
    const Rows rows{.address = number_of(place.data()), .width = 2, .count = 2, .pitch = 4};
    Talk read(rows, std::uint64_t{1});
    CHECK(says_yes(read.ask(Service::read)));
    CHECK(std::memcmp(read.staging.data() + 1, "abef", 4) == 0);

    Talk write(rows, std::uint64_t{0});
    std::memcpy(write.staging.data(), "1234", 4);
    CHECK(says_yes(write.ask(Service::write)));
    CHECK(std::memcmp(place.data(), "12cd34gh", 8) == 0);

    Talk outside(rows, std::uint64_t{staging_bytes - 3});
    CHECK_FALSE(says_yes(outside.ask(Service::read)));

    const void* list[] = {&place[0], &place[6]};
    Talk gather(number_of(list), std::uint32_t{2}, std::uint32_t{2}, std::uint32_t{1});
    Reader found = gather.ask(Service::gather);
    CHECK(get<bool>(found));
    CHECK(std::memcmp(found.bytes(3).data(), "12g", 3) == 0);
    CHECK(noted == std::vector<std::uint32_t>{2, 1});
}

TEST_CASE("a question with more or less than its own is refused") {
    const std::uint64_t place = number_of(&printed);
    const Rows rows{.address = place, .width = 1};
    CHECK_THROWS_AS(Talk(place).ask(Service::is_mapped), ProtocolError);
    CHECK_THROWS_AS(Talk(place, place, 'x').ask(Service::is_mapped), ProtocolError);
    CHECK_THROWS_AS(Talk('x').ask(Service::call_stack), ProtocolError);
    CHECK_THROWS_AS(Talk(rows, place, 'x').ask(Service::read), ProtocolError);
    CHECK_THROWS_AS(Talk(rows).ask(Service::write), ProtocolError);
    CHECK_THROWS_AS(Talk(place, std::uint32_t{0}, 'x').ask(Service::gather), ProtocolError);
    // Three numbers in place of two would have been shown, or taken away.
    CHECK_THROWS_AS(Talk(place, place, place).ask(Service::hide), ProtocolError);
    CHECK_THROWS_AS(Talk(place, place, place).ask(Service::unshare_pages), ProtocolError);
    CHECK_THROWS_AS(Talk(~std::uint32_t{0}, place).ask(Service::line_of), ProtocolError);
    printed.clear();
    CHECK_THROWS_AS(Talk(2, std::uint32_t{1}, 'x', 'y').ask(Service::print), ProtocolError);
    CHECK(printed.empty());
    CHECK_THROWS_AS(Talk().ask(Service::count), ProtocolError);
}
