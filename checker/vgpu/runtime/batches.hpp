// Lists that one call gives to a stream (cudaMemcpyBatchAsync, cudaMemPrefetchBatchAsync, ...).
#pragma once

#include "vgpu/runtime/runtime.hpp"

#include <optional>
#include <vector>

namespace vgpu::runtime {

inline constexpr std::size_t most_operations = 1 << 20; // of one batch

// nullopt if the list is empty, too long or not in the program's memory.
template <class Value>
std::optional<std::vector<Value>> fetch_list(const Value* place, std::size_t count) {
    if (place == nullptr || count == 0 || count > most_operations) return std::nullopt;
    std::vector<Value> list(count);
    if (!host_program().read_bytes(reinterpret_cast<std::uint64_t>(place), list.data(),
                                   count * sizeof(Value)))
        return std::nullopt;
    return list;
}

// An error for a list that could not be fetched.
cudaError_t no_list(Call& call);
// Checks what is the same for all batches. A stream that is captured takes none, and its capture
// goes on unless the batch is one of prefetches.
cudaError_t check_batch(Call& call, cudaStream_t stream, bool is_of_prefetches = false);
// Checks `first`: for each set of attributes, the first operation that has it.
cudaError_t check_first(Call& call, const std::vector<std::size_t>& first, std::size_t count);
// The set of attributes of operation `i`, if operation `i` - 1 has the set `at`.
inline std::size_t set_of(const std::vector<std::size_t>& first, std::size_t at, std::size_t i) {
    return at + 1 < first.size() && first[at + 1] == i ? at + 1 : at;
}

} // namespace vgpu::runtime
