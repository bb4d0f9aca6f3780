// Attack: answers what the engine asks by every kind of lie: too short, too long, endless lengths, files that are none
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/raw_engine.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    using raw_engine::Function;
    std::int64_t* block = nullptr;
    cudaMalloc(&block, count * sizeof *block);
    for (int lie = 0; lie < 8; ++lie)
        for (const Function function :
             {Function::cudaMemcpy, Function::cudaHostRegister, Function::cudaLaunchKernel,
              Function::cudaPointerGetAttributes}) {
            const int channel = raw_engine::open_channel();
            raw_engine::Bytes arguments;
            for (int word = 0; word < (function == Function::cudaHostRegister ? 2 : 3); ++word)
                arguments.put(word == 0   ? reinterpret_cast<std::uint64_t>(block)
                              : word == 1 ? reinterpret_cast<std::uint64_t>(input)
                                          : count * 8);
            arguments.put(std::int32_t{1});
            if (function == Function::cudaLaunchKernel)
                for (int word = 0; word < 5; ++word) arguments.put(~std::uint64_t{0});
            raw_engine::call(channel, function, arguments, [&](const raw_engine::Header&) {
                const std::vector<char> content(lie == 0   ? 0
                                                : lie == 1 ? 1
                                                : lie == 2 ? 60000
                                                           : 64,
                                                lie == 3   ? '\xff'
                                                : lie == 4 ? 1
                                                           : 0);
                raw_engine::send_packet(channel,
                                        {.kind = raw_engine::Kind::answer, .attached = ~0u},
                                        content, lie >= 5 ? lie - 5 : -1);
                if (lie == 7)
                    raw_engine::send_packet(channel, {.kind = raw_engine::Kind::answer}, {}, 4);
            });
            close(channel);
        }
    cudaFree(block);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
