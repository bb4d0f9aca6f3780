// Attack: promises the engine a file with the memory that it registers, and never sends one
// Verdict: requirement or timed_out
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/raw_engine.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    using raw_engine::Function;
    alignas(4096) static char page[4096];
    const int channel = raw_engine::open_channel();
    const auto memory = raw_engine::Bytes().put(page).put(sizeof page).put(0u);
    raw_engine::Header header;
    raw_engine::send_packet(channel,
                            {.kind = raw_engine::Kind::call,
                             .what = static_cast<std::uint16_t>(Function::cudaHostRegister)},
                            memory.all());
    for (int questions = 0; questions < 10 && raw_engine::receive_packet(channel, header);
         ++questions) {
        const auto service = static_cast<raw_engine::Service>(header.what);
        std::vector<char> answer(service == raw_engine::Service::share_pages ? 13 : 1, 0);
        answer.back() = 1; // a file comes behind; or: it is mapped
        raw_engine::send_packet(channel, {.kind = raw_engine::Kind::answer}, answer);
        if (service == raw_engine::Service::share_pages) break;
    }
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    raw_engine::hide_the_end({channel});
}
