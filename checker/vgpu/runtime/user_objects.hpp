// User objects: what a program ties to graphs, and how many references the program and each graph
// have. When the last one goes, the program's destructor is called.
#pragma once

#include "vgpu/runtime/cuda_api.hpp"
#include "vgpu/runtime/work_queues.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

// What a cudaUserObject_t points at.
struct CUuserObject_st {
    std::uint64_t destructor = 0, data = 0; // the program's
    std::uint64_t references = 0;           // the program's own
    std::uint64_t of_graphs = 0;
};

namespace vgpu::runtime {

class UserObjects {
  public:
    cudaUserObject_t create(std::uint64_t destructor, std::uint64_t data, std::uint64_t references);
    bool knows(const CUuserObject_st* object) const { return objects_.contains(object); }
    // Gives back references of the program's, or of a graph's. With the last one of both the object
    // is gone, and its destructor is due. It comes after the point.
    void release(CUuserObject_st& object, std::uint64_t count);
    void release_of_graph(CUuserObject_st& object, std::uint64_t count,
                          const std::optional<WorkPoint>& after = std::nullopt);

    struct Due {
        std::uint64_t destructor = 0, data = 0;
        std::optional<WorkPoint> after;
    };
    bool is_any_due() const { return !due_.empty(); }
    std::vector<Due> take_due() { return std::exchange(due_, {}); }

  private:
    void destroy_unused(CUuserObject_st& object, const std::optional<WorkPoint>& after);

    std::unordered_map<const CUuserObject_st*, std::unique_ptr<CUuserObject_st>> objects_;
    std::vector<Due> due_;
};

// What a graph has; its copies have as many.
class UserReferences {
  public:
    explicit UserReferences(UserObjects* objects = nullptr) : objects_(objects) {}
    ~UserReferences();
    UserReferences(const UserReferences& other);
    UserReferences& operator=(UserReferences other) noexcept;

    std::uint64_t count(CUuserObject_st* object) const {
        const auto found = counts_.find(object);
        return found == counts_.end() ? 0 : found->second;
    }
    // `are_new`: or they were the program's, which has as many.
    void add(UserObjects& objects, CUuserObject_st& object, std::uint64_t count, bool are_new);
    void remove(CUuserObject_st& object, std::uint64_t count);
    // Work that uses what is referred to comes before the destructors.
    void come_after(const WorkPoint& point) { after_ = point; }

  private:
    UserObjects* objects_;
    std::map<CUuserObject_st*, std::uint64_t> counts_;
    std::optional<WorkPoint> after_;
};

} // namespace vgpu::runtime
