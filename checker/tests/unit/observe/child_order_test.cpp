// What is ordered among grids that kernels launch.
#include "vgpu/observe/child_order.hpp"

#include <catch2/catch_test_macros.hpp>

namespace vgpu::observe::test {

namespace {

using exec::ChildEvent;
using exec::WarpPlace;

constexpr WarpPlace launching{0, 0}, beside{0, 1}, elsewhere{1, 0};

// A grid that has launched grid 1, after what `before` does and before what comes behind.
class Tree {
  public:
    Tree() { order.begin_grid(0, true); }
    std::uint32_t access(const WarpPlace& warp) { return order.segment_of(warp); }
    void launch(std::uint32_t grid, std::uint32_t stream = 0, std::uint64_t number = 1,
                std::vector<std::uint64_t> after = {}, bool is_tail = false) {
        order.child({launching, grid, stream, number, std::move(after), is_tail});
    }
    void barrier(std::uint64_t block) {
        exec::BarrierEvent event;
        event.block = block;
        order.barrier(event);
    }
    // Whether what the first grid did there comes before that grid.
    bool sees(std::uint32_t grid, std::uint32_t segment) {
        order.begin_grid(grid, false);
        return order.is_before(0, segment);
    }

    ChildOrder order;
};

} // namespace

TEST_CASE("a child comes after what its launching warp did, not after what it does later") {
    Tree tree;
    const std::uint32_t before = tree.access(launching);
    tree.launch(1);
    const std::uint32_t later = tree.access(launching);
    CHECK(before != later);
    CHECK(tree.sees(1, before));
    CHECK_FALSE(tree.sees(1, later));
}

TEST_CASE("a barrier orders the other warps of the block, a fence other blocks") {
    Tree tree;
    const std::uint32_t unordered = tree.access(beside), there = tree.access(elsewhere);
    tree.launch(1, 0, 1);
    tree.barrier(0);
    tree.barrier(1);
    tree.launch(2, 0, 2, {1});
    tree.order.fence(elsewhere);
    tree.launch(3, 0, 3, {2});
    CHECK_FALSE(tree.sees(1, unordered));
    CHECK(tree.sees(2, unordered));
    CHECK_FALSE(tree.sees(2, there));
    CHECK(tree.sees(3, there));
}

TEST_CASE("a tail launch comes after all of its grid and of the grid's other children") {
    Tree tree;
    tree.launch(1, 0, 1);
    tree.launch(2, 1, 1, {}, true);
    const std::uint32_t later = tree.access(elsewhere);
    CHECK_FALSE(tree.sees(1, later));
    CHECK(tree.sees(2, later));
    CHECK(tree.order.is_before(1, 0));
    CHECK(tree.order.tail_of() == 0u);
}

TEST_CASE("streams and events order the children of a grid, with what they have launched") {
    Tree tree;
    tree.launch(1, 0, 1);
    tree.launch(2, 0, 2, {1});
    tree.launch(3, 1, 1);
    tree.launch(4, 1, 2, {2, 1}); // waits for an event behind the second
    tree.order.begin_grid(1, true);
    tree.order.child({launching, 5, 0, 1, {}, false}); // a grandchild, through the first
    tree.order.begin_grid(2, false);
    CHECK(tree.order.is_before(1, 0));
    CHECK(tree.order.is_before(5, 0));
    tree.order.begin_grid(3, false);
    CHECK_FALSE(tree.order.is_before(1, 0));
    CHECK_FALSE(tree.order.is_before(5, 0));
    tree.order.begin_grid(4, false);
    CHECK(tree.order.is_before(2, 0));
    CHECK(tree.order.is_before(5, 0));
    CHECK(tree.order.is_before(3, 0));
}

TEST_CASE("a grandchild comes after what its grandparent had done when it launched") {
    Tree tree;
    const std::uint32_t before = tree.access(launching);
    tree.launch(1);
    const std::uint32_t later = tree.access(launching);
    tree.order.begin_grid(1, true);
    tree.order.child({launching, 2, 0, 1, {}, false});
    CHECK(tree.sees(2, before));
    CHECK_FALSE(tree.sees(2, later));
}

} // namespace vgpu::observe::test
