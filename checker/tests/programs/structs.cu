// Big structs by value as arguments and results, bit-fields, unions, arrays of structs with
// padding, members that point into their own object, aligned vectors, enumerations.
#include "check.hpp"

#include <cstdint>
#include <cstring>

struct Matrix {
    int rows[16][16];
    __host__ __device__ Matrix operator*(const Matrix& other) const {
        Matrix product{};
        for (int i = 0; i < 16; ++i)
            for (int j = 0; j < 16; ++j)
                for (int k = 0; k < 16; ++k) product.rows[i][j] += rows[i][k] * other.rows[k][j];
        return product;
    }
};

struct Parameters { // close to the 4 KiB that arguments may have
    char name[40];
    Matrix matrix;
    double factors[300];
    short tail;
};

__global__ void use(Parameters parameters, int power, double* out) {
    Matrix raised = parameters.matrix;
    for (int i = 1; i < power; ++i) raised = raised * parameters.matrix;
    const int i = threadIdx.x;
    out[i] = raised.rows[i / 16][i % 16] + parameters.factors[i] + parameters.name[i % 40] +
             parameters.tail;
}

struct Packed {
    unsigned opcode : 6, first : 5, second : 5;
    int offset : 16;
    std::uint64_t wide : 40, flags : 3;
    signed char letter;
};

union Word {
    float real;
    std::uint32_t bits;
    struct {
        std::uint32_t fraction : 23, exponent : 8, sign : 1;
    } parts;
    std::uint8_t bytes[4];
};

enum class Colour : unsigned char { red, green, blue };

struct alignas(16) Particle {
    double place;
    float speed;
    Colour colour;
};

struct Chain { // points into itself
    int values[4];
    int* chosen;
    __device__ explicit Chain(int first)
        : values{first, first + 1, first + 2, first + 3}, chosen(&values[first % 4]) {}
    __device__ int next() {
        if (++chosen == values + 4) chosen = values;
        return *chosen;
    }
};

__host__ __device__ std::uint64_t mix(int i) {
    Packed packed{};
    packed.opcode = i;
    packed.first = i / 3;
    packed.second = packed.first + packed.opcode;
    packed.offset = -i * 300;
    packed.wide = 0x123456789aull * (i + 1);
    packed.flags = i;
    packed.letter = static_cast<signed char>(-i);
    Word word;
    word.real = -1.5f * (i + 1);
    word.parts.exponent += 2;
    word.bytes[0] = static_cast<std::uint8_t>(i);
    return packed.opcode + 64ull * packed.first + 4096ull * packed.second + packed.offset +
           packed.wide + (static_cast<std::uint64_t>(packed.flags) << 60) + packed.letter +
           word.bits;
}

__global__ void fields(std::uint64_t* out, Particle* particles) {
    const int i = threadIdx.x;
    Chain chain(i);
    int sum = 0;
    for (int k = 0; k < i % 7; ++k) sum = sum * 3 + chain.next();
    out[i] = mix(i) + sum;
    particles[i] = {i * 0.5, i * 0.25f, static_cast<Colour>(i % 3)};
    __syncwarp();
    const Particle other = particles[i ^ 1]; // copied whole, padding too
    __syncwarp();
    if (other.colour == Colour::blue) atomicAdd(&particles[i].place, other.speed + 1.0);
}

int main() {
    static Parameters parameters{};
    std::strcpy(parameters.name, "by value");
    for (int i = 0; i < 256; ++i) parameters.matrix.rows[i / 16][i % 16] = (i * 7 + i / 16) % 5 - 2;
    for (int i = 0; i < 300; ++i) parameters.factors[i] = i / 8.0;
    parameters.tail = -3;
    static_assert(sizeof(Parameters) > 3400 && sizeof(Parameters) <= 4000);
    double *out = nullptr, host[256], sum = 0;
    check(cudaMalloc(&out, sizeof host));
    use<<<1, 256>>>(parameters, 3, out);
    finish();
    check(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    const Matrix raised = parameters.matrix * parameters.matrix * parameters.matrix;
    for (int i = 0; i < 256; ++i) {
        require(host[i] == raised.rows[i / 16][i % 16] + i / 8.0 + parameters.name[i % 40] - 3,
                "by value");
        sum += host[i];
    }
    std::printf("by value: %.3f\n", sum);

    std::uint64_t *mixed = nullptr, found[32], all = 0;
    Particle *particles = nullptr, moved[32];
    check(cudaMalloc(&mixed, sizeof found));
    check(cudaMalloc(&particles, sizeof moved));
    fields<<<1, 32>>>(mixed, particles);
    finish();
    check(cudaMemcpy(found, mixed, sizeof found, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(moved, particles, sizeof moved, cudaMemcpyDeviceToHost));
    double places = 0;
    for (int i = 0; i < 32; ++i) {
        int chosen = i % 4, chain = 0;
        for (int k = 0; k < i % 7; ++k) {
            chosen = (chosen + 1) % 4;
            chain = chain * 3 + i + chosen;
        }
        require(found[i] == mix(i) + chain, "fields");
        require(moved[i].place == i * 0.5 + ((i ^ 1) % 3 == 2 ? (i ^ 1) * 0.25 + 1 : 0),
                "a particle");
        all = all * 31 + found[i];
        places += moved[i].place;
    }
    std::printf("fields: %016llx, places %.2f\n", static_cast<unsigned long long>(all), places);
    check(cudaFree(out));
    check(cudaFree(mixed));
    check(cudaFree(particles));
    return 0;
}
