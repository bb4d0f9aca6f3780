#include "vgpu/runtime/fatbin/decompress.hpp"

#include <fmt/core.h>
#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <climits>
#include <memory>

namespace vgpu::runtime::fatbin {
namespace {

Diagnostic damaged(std::string what) {
    return Diagnostic{"the PTX in the program's fat binary is damaged: " + std::move(what), {}};
}

Expected<std::string> decompress_lz4(std::span<const std::byte> stored, std::uint64_t bytes) {
    // One stored byte stands for at most 255 (LZ4 block format, length extension bytes).
    if (stored.size() > INT_MAX || bytes > 255 * static_cast<std::uint64_t>(stored.size()) + 64)
        return damaged(fmt::format("{} LZ4 bytes cannot hold {}", stored.size(), bytes));
    std::string text(bytes, '\0');
    const int written =
        LZ4_decompress_safe(reinterpret_cast<const char*>(stored.data()), text.data(),
                            static_cast<int>(stored.size()), static_cast<int>(text.size()));
    if (written < 0) return damaged("its LZ4 block does not decode");
    if (static_cast<std::uint64_t>(written) != bytes)
        return damaged(fmt::format("its LZ4 block gives {} bytes instead of {}", written, bytes));
    return text;
}

Expected<std::string> decompress_zstd(std::span<const std::byte> stored, std::uint64_t bytes) {
    const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(),
                                                                       &ZSTD_freeDCtx);
    if (!context) return Diagnostic{"out of memory while decompressing the program's PTX", {}};
    constexpr int window_log_max = 27; // 128 MiB: zstd's own default for untrusted input
    ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, window_log_max);

    // A few bytes of zstd can claim any amount, so the text begins with room for 64 times what is
    // stored and grows as it is produced. Where the room is enough, zstd decodes in place. One byte
    // beyond the text's size shows a frame that gives too much.
    constexpr std::uint64_t first_ratio = 64;
    const std::uint64_t first_step = std::max<std::uint64_t>(64 << 10, first_ratio * stored.size());
    std::string text;
    ZSTD_inBuffer input{stored.data(), stored.size(), 0};
    std::uint64_t produced = 0;
    bool complete = false;
    while (!complete && produced <= bytes) {
        if (produced == text.size())
            text.resize(std::min(bytes + 1, std::max<std::uint64_t>(first_step, 2 * text.size())));
        ZSTD_outBuffer output{text.data(), text.size(), produced};
        const std::size_t left = ZSTD_decompressStream(context.get(), &output, &input);
        if (ZSTD_isError(left) != 0)
            return damaged(
                fmt::format("its zstd frame does not decode ({})", ZSTD_getErrorName(left)));
        complete = left == 0;
        const bool stuck = output.pos == produced && input.pos == input.size;
        produced = output.pos;
        if (stuck && produced < text.size()) break;
    }
    if (!complete) return damaged("its zstd frame is cut off or too long");
    if (produced != bytes)
        return damaged(fmt::format("its zstd frame gives {} bytes instead of {}", produced, bytes));
    text.resize(produced);
    return text;
}

} // namespace

Expected<std::string> decompress(const Entry& entry) {
    if (entry.compression == Compression::none) {
        if (entry.stored.size() > max_text_bytes)
            return damaged(fmt::format("{} bytes are more than any PTX has", entry.stored.size()));
        return std::string(reinterpret_cast<const char*>(entry.stored.data()), entry.stored.size());
    }
    if (entry.uncompressed_bytes > max_text_bytes)
        return damaged(
            fmt::format("it claims {} bytes, more than any PTX has", entry.uncompressed_bytes));
    return entry.compression == Compression::lz4
               ? decompress_lz4(entry.stored, entry.uncompressed_bytes)
               : decompress_zstd(entry.stored, entry.uncompressed_bytes);
}

} // namespace vgpu::runtime::fatbin
