// What the threads of a random CUDA C++ program do together: warp functions, barriers, atomics.
#include "cuda_generator.hpp"

namespace differential {

void CudaGenerator::warp(const Region& region) {
    static constexpr Type shuffled[] = {Type::u32, Type::i32, Type::f32, Type::u64, Type::f64};
    static constexpr std::string_view ways[] = {"exchange", "before", "after"};
    static constexpr std::string_view reductions[] = {"__reduce_add_sync", "__reduce_min_sync",
                                                      "__reduce_max_sync", "__reduce_xor_sync",
                                                      "__reduce_or_sync",  "__reduce_and_sync"};
    const std::string name = fresh("v"), &mask = region.mask;
    Type type = Type::u32;
    switch (random_.below(6)) {
    case 0:
        type = random_.pick(shuffled);
        line(fmt::format("{} {} = from<{}>({}, {}, (u32)({}));", name_of(type), name, name_of(type),
                         mask, e_.expression(type, 2), "lane + salt_low"));
        break;
    case 1: {
        type = random_.pick(shuffled);
        const std::string_view way = random_.pick(ways);
        const unsigned by = random_.from_to(1, 31);
        line(fmt::format("{0} {1} = {2}<{0}>({3}, {4}, lane, {5}u);", name_of(type), name, way,
                         mask, e_.expression(type, 2), by));
        break;
    }
    case 2:
        line(fmt::format("u32 {} = __ballot_sync({}, {});", name, mask, e_.condition(1)));
        break;
    case 3: {
        const bool all = random_.chance(50);
        line(fmt::format("u32 {} = __{}_sync({}, {});", name, all ? "all" : "any", mask,
                         e_.condition(1)));
        break;
    }
    case 4:
        line(fmt::format("u32 {} = __match_any_sync({}, ({}) % 5u);", name, mask,
                         e_.expression(Type::u32, 2)));
        break;
    default: {
        const std::string_view way = random_.pick(reductions);
        line(fmt::format("u32 {} = {}({}, {});", name, way, mask, e_.expression(Type::u32, 2)));
    }
    }
    e_.variables.push_back({type, name});
}

// Between two barriers all threads read what each has written.
void CudaGenerator::phase(const Region&) {
    const std::string name = fresh("v"), value = e_.expression(Type::u32, 2);
    line(fmt::format("slots[thread] = {};", value));
    static constexpr std::string_view counts[] = {"__syncthreads_count", "__syncthreads_and",
                                                  "__syncthreads_or"};
    if (random_.chance(30)) {
        const std::string_view way = random_.pick(counts);
        line(fmt::format("i32 {}_c = {}({});", name, way, e_.condition(1)));
        e_.variables.push_back({Type::i32, name + "_c"});
    } else {
        line("__syncthreads();");
    }
    const unsigned threads = program_.threads_per_block();
    line(fmt::format("u32 {} = slots[({}) % {}u] + slots[(thread + {}u) % {}u];", name,
                     e_.expression(Type::u32, 2), threads, 7, threads));
    line("__syncthreads();");
    e_.variables.push_back({Type::u32, name});
}

void CudaGenerator::atomic(const Region&) {
    const bool of_block = shared_ && in_kernel_ && random_.chance(40);
    const unsigned number = of_block ? random_.below(block_cells) : random_.below(cells);
    const CellUse& use = *cells_[of_block ? cells + number : number];
    const std::string operand =
        use.small ? fmt::format("({})(({}) & 15u)", use.type, e_.expression(Type::u32, 1))
                  : e_.expression(use.operand, 2);
    line(fmt::format("{}(({}*)&{}[{}], ({})({}));", use.function, use.type,
                     of_block ? "block_cells" : "scratch", number, use.type, operand));
}

} // namespace differential
