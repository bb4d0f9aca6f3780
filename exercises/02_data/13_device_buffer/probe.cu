// Lesson 13, given: uses the class of your file, so that the checker has functions to call.
#include WORKBOOK_LESSON_FILE

#include <stdexcept>
#include <vector>

static_assert(
    std::is_move_constructible_v<DeviceBuffer<float>> &&
        std::is_move_assignable_v<DeviceBuffer<float>>,
    "DeviceBuffer cannot be moved: where copies are deleted, both moves have to be written");

template <typename T>
void copy_there_and_back(const T* input, T* output, std::size_t n) {
    DeviceBuffer<T> buffer(n);
    buffer.copy_from_host(input);
    buffer.copy_to_host(output);
}

void there_and_back(const float* input, float* output, std::size_t n) {
    copy_there_and_back(input, output, n);
}

void there_and_back_bytes(const unsigned char* input, unsigned char* output, std::size_t n) {
    copy_there_and_back(input, output, n);
}

void by_a_second_buffer(const double* input, double* output, std::size_t n) {
    DeviceBuffer<double> first(n), second(n);
    first.copy_from_host(input);
    second.copy_from(first);
    second.copy_to_host(output);
}

// Moves a to b in one of three ways, and has b looked at while both are there.
template <typename T, typename Look>
void move_and_look(int how, DeviceBuffer<T>& a, std::size_t n, Look look) {
    if (how == into_a_new_one) {
        DeviceBuffer<T> b(std::move(a));
        look(b);
    } else {
        DeviceBuffer<T> b;
        if (how == into_one_that_owns) {
            b = DeviceBuffer<T>(n + 100);
        }
        b = std::move(a);
        look(b);
    }
}

void through_a_move(int how, const float* input, float* output, std::size_t n) {
    DeviceBuffer<float> a(n);
    a.copy_from_host(input);
    move_and_look(how, a, n, [&](const DeviceBuffer<float>& b) { b.copy_to_host(output); });
}

std::size_t size_of_the_source(int how, std::size_t n) {
    DeviceBuffer<float> a(n);
    std::size_t size = 0;
    move_and_look(how, a, n, [&](const DeviceBuffer<float>&) { size = a.size(); });
    return size;
}

bool source_has_memory(int how, std::size_t n) {
    DeviceBuffer<float> a(n);
    bool has_memory = false;
    move_and_look(how, a, n, [&](const DeviceBuffer<float>&) { has_memory = a.data() != nullptr; });
    return has_memory;
}

std::size_t size_of_the_target(int how, std::size_t n) {
    DeviceBuffer<float> a(n);
    std::size_t size = 0;
    move_and_look(how, a, n, [&](const DeviceBuffer<float>& b) { size = b.size(); });
    return size;
}

bool target_has_the_same_memory(int how, std::size_t n) {
    DeviceBuffer<float> a(n);
    const float* before = a.data();
    bool same = false;
    move_and_look(how, a, n, [&](const DeviceBuffer<float>& b) { same = b.data() == before; });
    return same;
}

void moved_to_itself(const float* input, float* output, std::size_t n) {
    DeviceBuffer<float> a(n);
    a.copy_from_host(input);
    DeviceBuffer<float>& also_a = a; // the compiler would warn of a = std::move(a)
    a = std::move(also_a);
    a.copy_to_host(output);
}

DeviceBuffer<float> filled(const float* input, std::size_t n) {
    DeviceBuffer<float> buffer(n);
    buffer.copy_from_host(input);
    return buffer; // moved out, if not made in its place from the beginning
}

void parts_reversed(const float* input, float* output, std::size_t n, std::size_t parts) {
    std::vector<DeviceBuffer<float>> kept;
    for (std::size_t part = 0; part < parts; ++part) {
        kept.push_back(filled(input + part * n, n)); // a vector that grows moves its elements
    }
    for (std::size_t part = 0; part < parts / 2; ++part) {
        std::swap(kept[part], kept[parts - 1 - part]);
    }
    for (std::size_t part = 0; part < parts; ++part) {
        kept[part].copy_to_host(output + part * n);
    }
}

bool can_be_copied() {
    return std::is_copy_constructible_v<DeviceBuffer<float>> ||
           std::is_copy_assignable_v<DeviceBuffer<float>>;
}

bool a_move_may_throw() {
    return !std::is_nothrow_move_constructible_v<DeviceBuffer<float>> ||
           !std::is_nothrow_move_assignable_v<DeviceBuffer<float>>;
}

bool refuses(std::size_t count) {
    try {
        DeviceBuffer<double> buffer(count);
        return false;
    } catch (const std::exception&) {
        return true;
    }
}

void thrown_across(std::size_t n) {
    try {
        DeviceBuffer<int> first(n);
        DeviceBuffer<int> second(n);
        throw std::runtime_error("something else went wrong");
    } catch (const std::runtime_error&) {
        // first and second are gone by now
    }
}

__global__ void triple_kernel(const int* x, int* out, std::size_t n) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = 3 * x[i];
    }
}

__global__ void add_one_kernel(const int* x, int* out, std::size_t n) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = x[i] + 1;
    }
}

void by_two_kernels(const int* x, int* out, std::size_t n) {
    const auto blocks = static_cast<unsigned>((n + 255) / 256);
    DeviceBuffer<int> tripled(n);
    triple_kernel<<<blocks, 256>>>(x, tripled.data(), n);
    check(cudaGetLastError());
    DeviceBuffer<int> another(n); // taken while the kernel is in the queue
    add_one_kernel<<<blocks, 256>>>(tripled.data(), out, n);
    check(cudaGetLastError());
    tripled = std::move(another); // gives back what both kernels work with
}
