// Damaged and hostile fat binaries: the reader answers with entries that lie within the input and a
// text of the size that was claimed, or with an error that says something.
#include "runner.hpp"

#include "tests/unit/runtime/container_builder.hpp"
#include "vgpu/runtime/fatbin/container.hpp"

using namespace vgpu::runtime::fatbin;

namespace {

std::string corpus_text() {
    std::string text = "\n\n.version 9.0\n.target sm_80\n.address_size 64\n";
    for (int index = 0; index < 100; ++index)
        text += "add.s32 %r" + std::to_string(index * 7919 % 100) + ", %r1, %r2;\n";
    return text;
}

std::string as_file(const test::Bytes& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// What nvcc writes, in all compressions, and what it does not write but a reader may meet.
std::vector<std::string> corpus() {
    const std::string text = corpus_text();
    test::EntrySpec machine_code = test::raw("\177ELF not really", 90);
    machine_code.kind = 2;
    return {as_file(test::container({test::raw(text)})),
            as_file(test::container({test::lz4(text)})),
            as_file(test::container({test::zstd(text)})),
            as_file(test::container({test::zstd(std::string(1 << 20, 'x'))})),
            as_file(test::container({test::lz4(std::string(1 << 20, 'x'))})),
            as_file(test::container({machine_code, test::raw("a", 75), test::zstd(text),
                                     test::lz4(text), test::raw("b", 90)})),
            as_file(test::container({machine_code})),
            as_file(test::container({}))};
}

std::string judge(std::string_view input) {
    const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(input.data()),
                                           input.size());
    const auto entries = read_container(bytes);
    if (!entries && entries.error().message.empty()) return "an error without a message";
    if (entries)
        for (const Entry& entry : *entries)
            if (entry.stored.data() < bytes.data() ||
                entry.stored.data() + entry.stored.size() > bytes.data() + bytes.size())
                return "an entry outside the input";
    for (const std::uint32_t architecture : {0u, 75u, 90u, 1000u}) {
        const auto ptx = choose_ptx(bytes, architecture);
        if (ptx && !entries) return "a text out of a container that cannot be read";
        if (!ptx && ptx.error().message.empty()) return "an error without a message";
        if (ptx && ptx->text.size() > max_text_bytes) return "a text beyond the bound";
    }
    return "";
}

} // namespace

int main(int argc, char** argv) {
    using std::string_literals::operator""s;
    return workbook::fuzz::run(argc, argv,
                               {"fuzz_fatbin",
                                corpus(),
                                {"\x50\xed\x55\xba"s, "\xb1\x43\x62\x46"s, "\x28\xb5\x2f\xfd"s,
                                 "\x01\x00\x01\x01"s, "\x02\x00\x01\x01"s, "\x00\x20\x00\x00"s,
                                 "\x00\x80\x00\x00"s, "\x00\xa0\x00\x00"s, "\x40\x00\x00\x00"s},
                                judge});
}
