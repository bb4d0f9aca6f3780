// Bodies that attract each other, tiles of them through shared memory, several steps; rounded, and
// compared with the same sums in double on the CPU.
#include "check.hpp"

#include <cmath>
#include <vector>

constexpr int tile = 64;
constexpr float softening = 0.01f, step_time = 0.001f;

__global__ void attract(const float4* bodies, float4* velocities, int count) {
    __shared__ float4 shared[tile];
    const int i = blockIdx.x * tile + threadIdx.x;
    const float4 mine = i < count ? bodies[i] : make_float4(0, 0, 0, 0);
    float3 pull = make_float3(0, 0, 0);
    for (int first = 0; first < count; first += tile) {
        const int other = first + threadIdx.x;
        shared[threadIdx.x] = other < count ? bodies[other] : make_float4(0, 0, 0, 0);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < tile; ++k) {
            const float x = shared[k].x - mine.x, y = shared[k].y - mine.y,
                        z = shared[k].z - mine.z;
            const float near = rsqrtf(x * x + y * y + z * z + softening);
            const float force = shared[k].w * near * near * near;
            pull.x += x * force;
            pull.y += y * force;
            pull.z += z * force;
        }
        __syncthreads();
    }
    if (i < count) {
        velocities[i].x += pull.x * step_time;
        velocities[i].y += pull.y * step_time;
        velocities[i].z += pull.z * step_time;
    }
}

__global__ void move(float4* bodies, const float4* velocities, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    bodies[i].x += velocities[i].x * step_time;
    bodies[i].y += velocities[i].y * step_time;
    bodies[i].z += velocities[i].z * step_time;
}

int main() {
    constexpr int count = 300, steps = 5;
    std::vector<float4> bodies(count), velocities(count, make_float4(0, 0, 0, 0));
    for (int i = 0; i < count; ++i)
        bodies[i] = make_float4(i * 37 % 101 / 101.0f, i * 53 % 103 / 103.0f, i * 71 % 107 / 107.0f,
                                1 + i % 3);
    float4 *device = nullptr, *device_velocities = nullptr;
    const std::size_t bytes = count * sizeof(float4);
    check(cudaMalloc(&device, bytes));
    check(cudaMalloc(&device_velocities, bytes));
    check(cudaMemcpy(device, bodies.data(), bytes, cudaMemcpyHostToDevice));
    check(cudaMemcpy(device_velocities, velocities.data(), bytes, cudaMemcpyHostToDevice));
    for (int step = 0; step < steps; ++step) {
        attract<<<(count + tile - 1) / tile, tile>>>(device, device_velocities, count);
        move<<<(count + 127) / 128, 128>>>(device, device_velocities, count);
    }
    finish();

    struct Exact {
        double x, y, z, vx = 0, vy = 0, vz = 0;
    };
    std::vector<Exact> exact;
    for (const float4& body : bodies) exact.push_back({body.x, body.y, body.z});
    for (int step = 0; step < steps; ++step) {
        for (Exact& a : exact)
            for (int k = 0; k < count; ++k) {
                const double x = exact[k].x - a.x, y = exact[k].y - a.y, z = exact[k].z - a.z;
                const double force = bodies[k].w / std::pow(x * x + y * y + z * z + softening, 1.5);
                a.vx += x * force * step_time;
                a.vy += y * force * step_time;
                a.vz += z * force * step_time;
            }
        for (Exact& a : exact) {
            a.x += a.vx * step_time;
            a.y += a.vy * step_time;
            a.z += a.vz * step_time;
        }
    }
    check(cudaMemcpy(bodies.data(), device, bytes, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(velocities.data(), device_velocities, bytes, cudaMemcpyDeviceToHost));
    double energy = 0;
    for (int i = 0; i < count; ++i) {
        require(std::fabs(bodies[i].x - exact[i].x) < 1e-5 &&
                    std::fabs(bodies[i].z - exact[i].z) < 1e-5,
                "a place");
        require(std::fabs(velocities[i].y - exact[i].vy) < 1e-3 * (1 + std::fabs(exact[i].vy)),
                "a speed");
        energy += 0.5 * bodies[i].w *
                  (exact[i].vx * velocities[i].x + exact[i].vy * velocities[i].y +
                   exact[i].vz * velocities[i].z);
    }
    std::printf("moving with %.1f, first at %.3f %.3f %.3f\n", energy, bodies[0].x, bodies[0].y,
                bodies[0].z);
    check(cudaFree(device));
    check(cudaFree(device_velocities));
    return 0;
}
