#include "vgpu/runtime/user_objects.hpp"

namespace vgpu::runtime {

cudaUserObject_t UserObjects::create(std::uint64_t destructor, std::uint64_t data,
                                     std::uint64_t references) {
    auto object = std::make_unique<CUuserObject_st>();
    *object = {.destructor = destructor, .data = data, .references = references};
    CUuserObject_st* handle = object.get();
    objects_.emplace(handle, std::move(object));
    return handle;
}

void UserObjects::release(CUuserObject_st& object, std::uint64_t count) {
    object.references -= count;
    destroy_unused(object, std::nullopt);
}

void UserObjects::release_of_graph(CUuserObject_st& object, std::uint64_t count,
                                   const std::optional<WorkPoint>& after) {
    object.of_graphs -= count;
    destroy_unused(object, after);
}

void UserObjects::destroy_unused(CUuserObject_st& object, const std::optional<WorkPoint>& after) {
    if (object.references != 0 || object.of_graphs != 0) return;
    due_.push_back({object.destructor, object.data, after});
    objects_.erase(&object);
}

UserReferences::UserReferences(const UserReferences& other)
    : objects_(other.objects_), counts_(other.counts_) {
    for (const auto& [object, count] : counts_) object->of_graphs += count;
}

UserReferences& UserReferences::operator=(UserReferences other) noexcept {
    std::swap(objects_, other.objects_);
    std::swap(counts_, other.counts_);
    std::swap(after_, other.after_);
    return *this;
}

UserReferences::~UserReferences() {
    for (const auto& [object, count] : counts_) objects_->release_of_graph(*object, count, after_);
}

void UserReferences::add(UserObjects& objects, CUuserObject_st& object, std::uint64_t count,
                         bool are_new) {
    objects_ = &objects;
    counts_[&object] += count;
    object.of_graphs += count;
    if (!are_new) object.references -= count;
}

void UserReferences::remove(CUuserObject_st& object, std::uint64_t count) {
    const auto found = counts_.find(&object);
    found->second -= count;
    if (found->second == 0) counts_.erase(found);
    objects_->release_of_graph(object, count);
}

} // namespace vgpu::runtime
