// What a GPU says of thread block clusters: which sizes a launch may have, what the attributes and
// the occupancy queries answer, what the special registers hold. The answers of a real GPU are in
// api_clusters.txt; the virtual GPU must give the same.
#include "api_tell.hpp"

namespace {

__global__ void nothing() {}
__global__ void __cluster_dims__(2, 1, 1) in_pairs() {}
__global__ void __cluster_dims__(1, 1, 1) alone() {}
__global__ void __cluster_dims__(2, 2, 1) in_squares() {}
__global__ void __cluster_dims__(16, 1, 1) in_sixteens() {}
__global__ void large() {
    __shared__ volatile int values[8192];
    values[threadIdx.x] = 0;
}

struct Registers {
    unsigned id[3], count[3], block[3], blocks[3], rank, size, is_explicit;
};
__device__ Registers look() {
    Registers r;
#define LOOK(field, name) asm volatile("mov.u32 %0, %" name ";" : "=r"(r.field))
    LOOK(id[0], "%clusterid.x");
    LOOK(id[1], "%clusterid.y");
    LOOK(id[2], "%clusterid.z");
    LOOK(count[0], "%nclusterid.x");
    LOOK(count[1], "%nclusterid.y");
    LOOK(count[2], "%nclusterid.z");
    LOOK(block[0], "%cluster_ctaid.x");
    LOOK(block[1], "%cluster_ctaid.y");
    LOOK(block[2], "%cluster_ctaid.z");
    LOOK(blocks[0], "%cluster_nctaid.x");
    LOOK(blocks[1], "%cluster_nctaid.y");
    LOOK(blocks[2], "%cluster_nctaid.z");
    LOOK(rank, "%cluster_ctarank");
    LOOK(size, "%cluster_nctarank");
#undef LOOK
    asm volatile("{ .reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p; }"
                 : "=r"(r.is_explicit));
    return r;
}
__global__ void look_around(Registers* to) {
    to[(blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x] = look();
}
__global__ void __cluster_dims__(2, 1, 1) look_around_in_pairs(Registers* to) {
    to[blockIdx.x] = look();
}

// A launch configuration with a cluster dimension.
struct Config : cudaLaunchConfig_t {
    cudaLaunchAttribute attribute{};
    Config(dim3 grid, dim3 block, dim3 cluster, std::size_t bytes = 0) : cudaLaunchConfig_t{} {
        gridDim = grid;
        blockDim = block;
        dynamicSmemBytes = bytes;
        attribute.id = cudaLaunchAttributeClusterDimension;
        attribute.val.clusterDim.x = cluster.x;
        attribute.val.clusterDim.y = cluster.y;
        attribute.val.clusterDim.z = cluster.z;
        attrs = &attribute;
        numAttrs = 1;
    }
    Config(const Config&) = delete;
};
const void* of(void (*kernel)()) { return reinterpret_cast<const void*>(kernel); }
void try_launch(const char* question, void (*kernel)(), dim3 grid, dim3 cluster,
                unsigned threads = 32) {
    const Config config(grid, threads, cluster);
    void* no_arguments[1] = {};
    tell(question, cudaLaunchKernelExC(&config, of(kernel), no_arguments));
    if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess)
        tell("  synchronise", error);
}

void ask_about_sizes() {
    try_launch("1 of 4", nothing, 4, 1);
    try_launch("2 of 4", nothing, 4, 2);
    try_launch("4 of 4", nothing, 4, 4);
    try_launch("3 of 4", nothing, 4, 3);
    try_launch("8 of 4", nothing, 4, 8);
    try_launch("0 of 4", nothing, 4, dim3(0, 0, 0));
    try_launch("(2,0,0) of 4", nothing, 4, dim3(2, 0, 0));
    try_launch("(0,1,1) of 4", nothing, 4, dim3(0, 1, 1));
    try_launch("(2,2,1) of (4,2)", nothing, dim3(4, 2), dim3(2, 2));
    try_launch("(2,2,1) of (4,3)", nothing, dim3(4, 3), dim3(2, 2));
    try_launch("(2,2,2) of (4,2,2)", nothing, dim3(4, 2, 2), dim3(2, 2, 2));
    try_launch("(1,1,8) of (1,1,8)", nothing, dim3(1, 1, 8), dim3(1, 1, 8));
    try_launch("7 of 14", nothing, 14, 7);
    try_launch("8 of 16", nothing, 16, 8);
    try_launch("9 of 18", nothing, 18, 9);
    try_launch("16 of 16", nothing, 16, 16);
    try_launch("32 of 32", nothing, 32, 32);
    try_launch("65536 of 65536", nothing, 65536, 65536);
    try_launch("(65536,65536,1)", nothing, 4, dim3(65536, 65536));
    try_launch("8 of 1024 threads", nothing, 8, 8, 1024);
    try_launch("2 of 2048 threads", nothing, 2, 2, 2048);
    tell("more than 8 are allowed",
         cudaFuncSetAttribute(of(nothing), cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    try_launch("9 of 18", nothing, 18, 9);
    try_launch("16 of 16", nothing, 16, 16);
    try_launch("16 of 1024 threads", nothing, 16, 16, 1024);
    try_launch("17 of 34", nothing, 34, 17);
    try_launch("32 of 32", nothing, 32, 32);
    tell("they are not allowed",
         cudaFuncSetAttribute(of(nothing), cudaFuncAttributeNonPortableClusterSizeAllowed, 0));
    try_launch("16 of 16", nothing, 16, 16);
}

void ask_about_own_sizes() {
    in_pairs<<<4, 32>>>();
    tell("in pairs <<<4>>>", cudaGetLastError());
    in_pairs<<<3, 32>>>();
    tell("in pairs <<<3>>>", cudaGetLastError());
    in_squares<<<dim3(4, 4), 32>>>();
    tell("in squares <<<(4,4)>>>", cudaGetLastError());
    in_squares<<<4, 32>>>();
    tell("in squares <<<4>>>", cudaGetLastError());
    in_sixteens<<<16, 32>>>();
    tell("in sixteens <<<16>>>", cudaGetLastError());
    tell("allowed",
         cudaFuncSetAttribute(of(in_sixteens), cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    in_sixteens<<<16, 32>>>();
    tell("in sixteens <<<16>>>", cudaGetLastError());
    try_launch("in pairs, 2 of 4", in_pairs, 4, 2);
    try_launch("in pairs, 4 of 4", in_pairs, 4, 4);
    try_launch("in pairs, 1 of 4", in_pairs, 4, 1);
    try_launch("in pairs, 0 of 4", in_pairs, 4, dim3(0, 0, 0));
    try_launch("in pairs, 2 of 3", in_pairs, 3, 2);
    try_launch("alone, 2 of 4", alone, 4, 2);
    try_launch("alone, 1 of 4", alone, 4, 1);
    tell("synchronise", cudaDeviceSynchronize());
    cudaLaunchConfig_t plain{};
    plain.gridDim = 4;
    plain.blockDim = 32;
    void* no_arguments[1] = {};
    tell("in pairs, no attribute", cudaLaunchKernelExC(&plain, of(in_pairs), no_arguments));
    plain.gridDim = 3;
    tell("in pairs, no attribute, 3", cudaLaunchKernelExC(&plain, of(in_pairs), no_arguments));
    tell("in pairs, cooperative",
         cudaLaunchCooperativeKernel(of(in_pairs), 4, 32, no_arguments, 0, nullptr));
    tell("synchronise", cudaDeviceSynchronize());
}

void tell_attributes(const char* question, void (*kernel)()) {
    cudaFuncAttributes known{};
    tell(question, cudaFuncGetAttributes(&known, of(kernel)));
    tell("  must be set", known.clusterDimMustBeSet);
    tell("  width", known.requiredClusterWidth);
    tell("  height", known.requiredClusterHeight);
    tell("  depth", known.requiredClusterDepth);
    tell("  policy", known.clusterSchedulingPolicyPreference);
    tell("  more than 8", known.nonPortableClusterSizeAllowed);
}
void set(const char* question, void (*kernel)(), cudaFuncAttribute attribute, int value) {
    tell(question, cudaFuncSetAttribute(of(kernel), attribute, value));
}
void ask_about_attributes() {
    tell_attributes("nothing", nothing);
    tell_attributes("in pairs", in_pairs);
    tell_attributes("in squares", in_squares);
    set("more than 8: 2", nothing, cudaFuncAttributeNonPortableClusterSizeAllowed, 2);
    set("more than 8: -1", nothing, cudaFuncAttributeNonPortableClusterSizeAllowed, -1);
    set("more than 8: 1", nothing, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    set("policy: 1", nothing, cudaFuncAttributeClusterSchedulingPolicyPreference, 1);
    tell_attributes("nothing", nothing);
    set("width of pairs: 4", in_pairs, cudaFuncAttributeRequiredClusterWidth, 4);
    set("width: 2", nothing, cudaFuncAttributeRequiredClusterWidth, 2);
    set("height: 1", nothing, cudaFuncAttributeRequiredClusterHeight, 1);
    set("depth: 1", nothing, cudaFuncAttributeRequiredClusterDepth, 1);
    tell_attributes("nothing", nothing);
    nothing<<<4, 32>>>();
    tell("<<<4>>>", cudaGetLastError());
    nothing<<<3, 32>>>();
    tell("<<<3>>>", cudaGetLastError());
    try_launch("2 of 4", nothing, 4, 2);
    try_launch("4 of 4", nothing, 4, 4);
    set("width: 0", nothing, cudaFuncAttributeRequiredClusterWidth, 0);
    nothing<<<4, 32>>>();
    tell("<<<4>>>", cudaGetLastError());
}

void most(const char* question, void (*kernel)(), unsigned threads, std::size_t bytes,
          dim3 cluster = dim3(0, 0, 0)) {
    Config config(8, threads, cluster, bytes);
    if (cluster.x == 0) config.numAttrs = 0;
    int size = -1;
    tell(question, cudaOccupancyMaxPotentialClusterSize(&size, of(kernel), &config));
    tell("  is", size);
}
void active(const char* question, void (*kernel)(), dim3 grid, dim3 cluster, unsigned threads,
            std::size_t bytes = 0) {
    const Config config(grid, threads, cluster, bytes);
    int clusters = -1;
    tell(question, cudaOccupancyMaxActiveClusters(&clusters, of(kernel), &config));
    tell("  is", clusters);
}
void ask_about_occupancy() {
    most("most: 32 threads", nothing, 32, 0);
    most("most: 1024 threads", nothing, 1024, 0);
    most("most: 2048 threads", nothing, 2048, 0);
    most("most: 0 threads", nothing, 0, 0);
    most("most: in pairs", in_pairs, 32, 0);
    most("most: with an attribute of 2", nothing, 32, 0, 2);
    most("most: 32 KiB", large, 1024, 0);
    most("most: 100000 bytes", nothing, 1024, 100000);
    tell("100000 bytes",
         cudaFuncSetAttribute(of(nothing), cudaFuncAttributeMaxDynamicSharedMemorySize, 200000));
    most("most: 100000 bytes", nothing, 1024, 100000);
    most("most: 200000 bytes", nothing, 1024, 200000);
    active("active: 1", nothing, 8, 1, 1024);
    active("active: 2", nothing, 8, 2, 1024);
    active("active: 4", nothing, 8, 4, 1024);
    active("active: 8", nothing, 8, 8, 1024);
    active("active: 2 of 32 threads", nothing, 8, 2, 32);
    active("active: 2 with 200000 bytes", nothing, 8, 2, 1024, 200000);
    active("active: 8 with 200000 bytes", nothing, 8, 8, 1024, 200000);
    active("active: 3 of 8 blocks", nothing, 8, 3, 1024);
    active("active: 16", nothing, 16, 16, 1024);
    active("active: in pairs, 2", in_pairs, 8, 2, 1024);
    active("active: in pairs, 4", in_pairs, 8, 4, 1024);
    active("active: 0", nothing, 8, dim3(0, 0, 0), 1024);
    active("active: 2048 threads", nothing, 8, 2, 2048);
    tell("allowed",
         cudaFuncSetAttribute(of(nothing), cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    most("most: 32 threads", nothing, 32, 0);
    most("most: 1024 threads", nothing, 1024, 0);
    active("active: 16", nothing, 16, 16, 1024);
}

void show(const char* question, const Registers& r) {
    std::printf("%-58s id (%u,%u,%u) of (%u,%u,%u), block (%u,%u,%u) of (%u,%u,%u), rank %u of %u, "
                "explicit %u\n",
                question, r.id[0], r.id[1], r.id[2], r.count[0], r.count[1], r.count[2], r.block[0],
                r.block[1], r.block[2], r.blocks[0], r.blocks[1], r.blocks[2], r.rank, r.size,
                r.is_explicit);
}
void ask_about_registers() {
    constexpr int most_blocks = 32;
    Registers* to = nullptr;
    Registers seen[most_blocks];
    tell("malloc", cudaMalloc(&to, sizeof seen));
    const auto look_at = [&](const char* question, dim3 grid, dim3 cluster) {
        const Config config(grid, 1, cluster);
        void* arguments[] = {&to};
        tell(question,
             cudaLaunchKernelExC(&config, reinterpret_cast<const void*>(look_around), arguments));
        tell("  copy", cudaMemcpy(seen, to, sizeof seen, cudaMemcpyDeviceToHost));
        for (unsigned i = 0; i < grid.x * grid.y * grid.z; ++i) show("", seen[i]);
    };
    look_around<<<dim3(2, 2), 1>>>(to);
    tell("no cluster", cudaMemcpy(seen, to, sizeof seen, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 4; ++i) show("", seen[i]);
    look_around_in_pairs<<<4, 1>>>(to);
    tell("in pairs", cudaMemcpy(seen, to, sizeof seen, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 4; ++i) show("", seen[i]);
    look_at("1 of 2", 2, 1);
    look_at("2 of 4", 4, 2);
    look_at("(2,2,1) of (4,2,1)", dim3(4, 2), dim3(2, 2));
    look_at("(2,1,2) of (2,3,4)", dim3(2, 3, 4), dim3(2, 1, 2));
}

} // namespace

int main(int words, char** text) {
    static constexpr Section sections[] = {
        {"sizes", ask_about_sizes},           {"own_sizes", ask_about_own_sizes},
        {"attributes", ask_about_attributes}, {"occupancy", ask_about_occupancy},
        {"registers", ask_about_registers},
    };
    return run_sections(sections, words, text);
}
