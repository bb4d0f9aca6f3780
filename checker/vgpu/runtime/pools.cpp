#include "vgpu/runtime/pools.hpp"

#include <algorithm>

void CUmemPoolHandle_st::take(std::uint64_t bytes) {
    used += bytes;
    used_high = std::max(used_high, used);
    reserved_high = std::max(reserved_high, reserved());
}

void CUmemPoolHandle_st::give(std::uint64_t bytes) { used -= std::min(used, bytes); }

namespace vgpu::runtime {

PoolPointer Pools::standard(int device) {
    PoolPointer& pool = standard_[device];
    if (pool == nullptr) {
        pool = create(device);
        pool->standard = true;
    }
    return pool;
}

PoolPointer Pools::current(int device) {
    const PoolPointer& pool = current_[device];
    return pool != nullptr ? pool : standard(device);
}

PoolPointer Pools::create(int device) {
    auto pool = std::make_shared<CUmemPoolHandle_st>();
    pool->device = device;
    pools_.emplace(pool.get(), pool);
    return pool;
}

void Pools::destroy(const PoolPointer& pool) {
    pool->destroyed = true;
    std::erase_if(current_, [&](const auto& entry) { return entry.second == pool; });
    pools_.erase(pool.get());
}

PoolPointer Pools::find(const CUmemPoolHandle_st* handle) const {
    const auto at = pools_.find(handle);
    return at == pools_.end() ? nullptr : at->second;
}

void Pools::clear(int device) {
    std::erase_if(pools_, [&](const auto& entry) { return entry.second->device == device; });
    standard_.erase(device);
    current_.erase(device);
    std::erase_if(current_, [&](const auto& entry) { return entry.second->device == device; });
}

} // namespace vgpu::runtime
