// Tests of vgpu/runtime/fatbin.
#include "container_builder.hpp"

#include "vgpu/client/memory.hpp"
#include "vgpu/runtime/fatbin/image.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <sys/mman.h>
#include <unistd.h>

using namespace vgpu::runtime::fatbin;
using namespace vgpu::runtime::fatbin::test;
using Catch::Matchers::ContainsSubstring;

namespace {

// Long and repetitive enough for both compressors to shorten it.
std::string sample_text() {
    std::string text = "\n\n.version 9.0\n.target sm_80\n.address_size 64\n";
    for (int index = 0; index < 200; ++index)
        text += "add.s32 %r" + std::to_string(index) + ", %r1, %r2;\n";
    return text;
}

std::string error_of(const Bytes& bytes, std::uint32_t architecture = 90) {
    const auto ptx = choose_ptx(bytes, architecture);
    return ptx ? "" : ptx.error().message;
}

} // namespace

TEST_CASE("PTX is read from every kind of entry") {
    const std::string text = sample_text();
    const auto make = GENERATE_COPY(values<EntrySpec>({raw(text), lz4(text), zstd(text)}));
    const auto ptx = choose_ptx(container({make}), 90);
    REQUIRE(ptx);
    CHECK(ptx->text == text); // the NULs of the padding are gone
    CHECK(ptx->architecture == 80);
}

TEST_CASE("the best PTX for the device is chosen") {
    EntrySpec machine_code = raw("\177ELF", 90);
    machine_code.kind = 2;
    const Bytes bytes = container({raw("seventyfive", 75), machine_code, raw("ninety", 90),
                                   raw("eighty", 80), raw("hundred", 100)});
    CHECK(choose_ptx(bytes, 90)->text == "ninety");
    CHECK(choose_ptx(bytes, 89)->text == "eighty");
    CHECK(choose_ptx(bytes, 120)->text == "hundred");
    CHECK(choose_ptx(bytes, 70)->text == "seventyfive"); // none is old enough: the oldest
}

TEST_CASE("entries of unknown kinds are passed over") {
    EntrySpec unknown = raw("who knows");
    unknown.kind = 0x40;
    CHECK(choose_ptx(container({unknown, raw("text")}), 90)->text == "text");
}

TEST_CASE("a program without PTX is told how to rebuild") {
    EntrySpec machine_code = raw("\177ELF", 86);
    machine_code.kind = 2;
    CHECK_THAT(error_of(container({machine_code})),
               ContainsSubstring("sm_86") && ContainsSubstring("-arch=compute_80"));
    CHECK_THAT(error_of(container({})), ContainsSubstring("-dlto"));
}

TEST_CASE("a container cut off anywhere is an error") {
    const std::string text = sample_text();
    const auto make = GENERATE_COPY(values<EntrySpec>({raw(text), lz4(text), zstd(text)}));
    const Bytes whole = container({make, raw("more", 75)});
    for (std::size_t size = 0; size < whole.size(); ++size) {
        // A copy of its own, so that the address sanitizer sees a read beyond it.
        const Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        CHECK_FALSE(choose_ptx(part, 90));
    }
}

TEST_CASE("a payload cut off anywhere is an error even if the sizes agree") {
    const std::string text = sample_text();
    const auto make = GENERATE_COPY(values<EntrySpec>({lz4(text), zstd(text)}));
    for (std::uint32_t size = 0; size < make.compressed_bytes; ++size) {
        EntrySpec cut = make;
        cut.compressed_bytes = size;
        cut.payload.resize(size);
        CHECK_FALSE(choose_ptx(container({cut}), 90));
    }
}

TEST_CASE("each wrong byte of a small container is survived") {
    const std::string text = sample_text();
    const auto make = GENERATE_COPY(values<EntrySpec>({lz4(text), zstd(text)}));
    const Bytes whole = container({make});
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const std::byte flip : {std::byte{0x01}, std::byte{0x80}, std::byte{0xff}}) {
            Bytes wrong = whole;
            wrong[at] ^= flip;
            const auto ptx = choose_ptx(wrong, 90);
            if (ptx) CHECK(ptx->text.size() <= text.size());
        }
    }
}

TEST_CASE("hostile sizes are refused without taking memory") {
    const std::string text = sample_text();
    const std::uint64_t huge = GENERATE(1ull << 32, 1ull << 62, UINT64_MAX);

    SECTION("of the container") {
        Bytes bytes = container({raw(text)});
        put<std::uint64_t>(bytes, 8, huge);
        CHECK_FALSE(error_of(bytes).empty());
    }
    SECTION("of an entry's payload") {
        Bytes bytes = container({raw(text)});
        put<std::uint64_t>(bytes, 16 + 0x08, huge);
        CHECK_THAT(error_of(bytes), ContainsSubstring("claims"));
    }
    SECTION("of the text") {
        auto make = GENERATE_COPY(values<EntrySpec>({lz4(text), zstd(text)}));
        make.uncompressed_bytes = huge;
        CHECK_THAT(error_of(container({make})), ContainsSubstring("more than any PTX has"));
    }
}

TEST_CASE("a text size below the bound that the data do not justify is refused") {
    const std::string text = sample_text();
    auto make = GENERATE_COPY(values<EntrySpec>({lz4(text), zstd(text)}));
    make.uncompressed_bytes = max_text_bytes;
    CHECK_FALSE(error_of(container({make})).empty());
    make.uncompressed_bytes = text.size() - 1;
    CHECK_FALSE(error_of(container({make})).empty());
    make.uncompressed_bytes = text.size() + 1;
    CHECK_FALSE(error_of(container({make})).empty());
}

TEST_CASE("wrong headers are named") {
    Bytes bytes = container({raw("text")});
    SECTION("magic") {
        bytes[0] ^= std::byte{1};
        CHECK_THAT(error_of(bytes), ContainsSubstring("magic"));
    }
    SECTION("version") {
        bytes[4] = std::byte{7};
        CHECK_THAT(error_of(bytes), ContainsSubstring("format version 7"));
    }
    SECTION("entry header too small") {
        put<std::uint32_t>(bytes, 16 + 4, 8);
        CHECK_THAT(error_of(bytes), ContainsSubstring("header claims 8 bytes"));
    }
    SECTION("two compressions") {
        put<std::uint64_t>(bytes, 16 + 0x28, 0xa000);
        CHECK_THAT(error_of(bytes), ContainsSubstring("two compressions"));
    }
}

namespace {

// Reads this process's memory, as a program's libcudart reads it for the engine.
bool read_here(std::uint64_t address, std::span<std::byte> into) {
    if (!vgpu::client::is_mapped(address, into.size())) return false;
    std::memcpy(into.data(), reinterpret_cast<const void*>(address), into.size());
    return true;
}

auto units_at(const void* image, std::uint32_t architecture) {
    const ReadMemory memory{read_here, [](std::uint64_t address, std::uint64_t most) {
                                const std::uint64_t length =
                                    vgpu::client::text_length(address, most);
                                return length == UINT64_MAX ? std::nullopt : std::optional(length);
                            }};
    return units_of_image(memory, reinterpret_cast<std::uint64_t>(image), architecture);
}

} // namespace

TEST_CASE("images are read by pointer") {
    struct Wrapper {
        std::uint32_t magic, version;
        const void* container;
        const void* prelinked;
    };
    const Bytes bytes = container({raw("text")});

    const Wrapper wrapper{0x466243b1, 1, bytes.data(), nullptr};
    CHECK(units_at(&wrapper, 90)->front().text == "text");
    CHECK(units_at(bytes.data(), 90)->front().text == "text");
    CHECK(units_at(".version 9.0", 90)->front().text == ".version 9.0");

    const Wrapper astray{0x466243b1, 1, reinterpret_cast<const void*>(0x1000), nullptr};
    CHECK_FALSE(units_at(&astray, 90));
    CHECK_FALSE(units_at(nullptr, 90));
    CHECK_THAT(units_at("\177ELF and so on", 90).error().message, ContainsSubstring("cubin"));
}

TEST_CASE("relocatable device code is a list of units, without NVIDIA's device runtime") {
    struct Wrapper {
        std::uint32_t magic, version;
        const void* container;
        const void* const* prelinked;
    };
    const Bytes empty = container({});
    const Bytes first = container({raw("first", 75), raw("first for 90", 90)});
    const Bytes second = container({raw("second")});
    const Bytes runtime =
        container({raw("// cuda_device_runtime_cu\n.func __cudaCDP2LaunchDevice_ptsz();", 121)});
    const Bytes too_new = container({raw("newest", 121)});
    SECTION("each unit's best PTX") {
        const void* list[] = {first.data(), second.data(), runtime.data(), nullptr};
        const Wrapper wrapper{0x466243b1, 2, empty.data(), list};
        const auto units = units_at(&wrapper, 89);
        REQUIRE(units);
        REQUIRE(units->size() == 2);
        CHECK(units->front().text == "first");
        CHECK(units->back().text == "second");
        CHECK(units_at(&wrapper, 90)->front().text == "first for 90");
    }
    SECTION("a unit of the program that is too new stays, for the device to refuse") {
        const void* list[] = {too_new.data(), nullptr};
        const Wrapper wrapper{0x466243b1, 2, empty.data(), list};
        CHECK(units_at(&wrapper, 90)->front().architecture == 121);
    }
    SECTION("a list that leads nowhere") {
        const void* list[] = {first.data(), reinterpret_cast<const void*>(0x1000), nullptr};
        const Wrapper wrapper{0x466243b1, 2, empty.data(), list};
        CHECK_FALSE(units_at(&wrapper, 90));
        const Wrapper astray{0x466243b1, 2, empty.data(),
                             reinterpret_cast<const void* const*>(0x1000)};
        CHECK_FALSE(units_at(&astray, 90));
    }
}

TEST_CASE("text says which architecture it is for") {
    CHECK(units_at(".version 9.0\n.target sm_90a\n", 90)->front().architecture == 90);
    CHECK(units_at("\n.target sm_75, debug\n", 90)->front().architecture == 75);
    CHECK(units_at(".version 9.0\n.target\nsm_75", 90)->front().architecture == 0);
}

TEST_CASE("an image that claims more than is mapped is an error") {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    // Two pages of which the second is taken away again.
    void* place =
        mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(place != MAP_FAILED);
    auto* bytes = static_cast<std::byte*>(place);
    munmap(bytes + page, page);
    const auto begin = reinterpret_cast<std::uint64_t>(place);
    CHECK(vgpu::client::is_mapped(begin, page));
    CHECK_FALSE(vgpu::client::is_mapped(begin, page + 1));
    CHECK_FALSE(vgpu::client::is_mapped(begin, UINT64_MAX));
    CHECK_FALSE(vgpu::client::is_mapped(0, 1));

    Bytes header = container({raw("text")});
    put<std::uint64_t>(header, 8, page);
    std::memcpy(bytes, header.data(), header.size());
    CHECK_FALSE(units_at(place, 90));

    std::memset(bytes, 'x', page); // text without an end
    CHECK_FALSE(units_at(place, 90));
    munmap(place, page);
}
