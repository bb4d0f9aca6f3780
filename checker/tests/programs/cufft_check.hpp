// What the programs that try cuFFT have in common: a Case is computed by the library, and compared.
#pragma once

#include "check.hpp"
#include "cufft_case.hpp"

#include <algorithm>
#include <limits>
#include <vector>

// The first mistake ends the program; on a GPU that is not there every day, all of them are wanted.
inline void wrong() {
    if (std::getenv("WORKBOOK_GO_ON") == nullptr) std::exit(1);
}

inline void check(cufftResult status, int line = __builtin_LINE()) {
    if (status == CUFFT_SUCCESS) return;
    std::fprintf(stderr, "line %d: cuFFT's status %d\n", line, status);
    wrong();
}

// A level of a transform adds an error of about one unit of rounding, u, relative to the root of
// the mean square of the results, which is the norm of the input; a sum of up to 127 numbers adds
// about half of its root. Errors are independent, so that 8 u log2(2 n) is several times the
// largest one that is expected, of Bluestein's three transforms, too. Roots that are computed in
// float for large n, or a sum that is wrong, are far beyond.
inline double tolerance(const Case& c, const Wides& x) {
    long double squares = 0;
    for (const Wide& value : x) squares += std::norm(value);
    const double unit = is_double(c.type) ? 0x1p-53 : 0x1p-24;
    return 8 * unit * std::log2(2.0 * c.points()) *
           static_cast<double>(std::sqrt(squares / static_cast<long double>(c.batch)));
}

// Numbers on the device, of the type's precision. What is not a point is not a number.
struct Memory {
    bool holds_doubles;
    std::vector<double> values;
    void* device = nullptr;

    Memory(bool doubles, std::size_t count)
        : holds_doubles(doubles), values(count, std::numeric_limits<double>::quiet_NaN()) {
        check(cudaMalloc(&device, bytes()));
    }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    ~Memory() { cudaFree(device); }
    std::size_t bytes() const { return values.size() * (holds_doubles ? 8 : 4); }
    void upload() {
        const std::vector<float> floats(values.begin(), values.end());
        check(cudaMemcpy(device,
                         holds_doubles ? static_cast<const void*>(values.data()) : floats.data(),
                         bytes(), cudaMemcpyHostToDevice));
    }
    void download() {
        std::vector<float> floats(values.size());
        check(cudaMemcpy(holds_doubles ? static_cast<void*>(values.data()) : floats.data(), device,
                         bytes(), cudaMemcpyDeviceToHost));
        if (!holds_doubles) values.assign(floats.begin(), floats.end());
    }
    void put(std::size_t at, Wide x, bool is_real) {
        if (is_real) {
            values[at] = static_cast<double>(x.real());
            return;
        }
        values[2 * at] = static_cast<double>(x.real());
        values[2 * at + 1] = static_cast<double>(x.imag());
    }
    Wide get(std::size_t at, bool is_real) const {
        if (is_real) return values[at];
        return {values[2 * at], values[2 * at + 1]};
    }
};

inline std::size_t size_of(const Case& c, bool is_input) {
    std::size_t end = 0;
    for_each(c, is_input, [&](std::size_t at, std::size_t) { end = std::max(end, at + 1); });
    return (is_input ? from_real(c.type) : to_real(c.type)) ? end : 2 * end;
}

inline cufftHandle plan_of(Case c) {
    cufftHandle plan = CUFFT_PLAN_NULL;
    if (c.is_placed)
        check(cufftPlanMany(&plan, c.rank, c.n, c.in.embed, c.in.stride, c.in.distance, c.out.embed,
                            c.out.stride, c.out.distance, c.type, c.batch));
    else if (c.rank == 1)
        check(cufftPlan1d(&plan, c.n[0], c.type, c.batch));
    else if (c.batch != 1)
        check(cufftPlanMany(&plan, c.rank, c.n, nullptr, 1, 0, nullptr, 1, 0, c.type, c.batch));
    else if (c.rank == 2)
        check(cufftPlan2d(&plan, c.n[0], c.n[1], c.type));
    else
        check(cufftPlan3d(&plan, c.n[0], c.n[1], c.n[2], c.type));
    return plan;
}

inline cufftResult execute(cufftHandle plan, cufftType type, void* in, void* out, int direction) {
    switch (type) {
    case CUFFT_C2C:
        return cufftExecC2C(plan, static_cast<cufftComplex*>(in), static_cast<cufftComplex*>(out),
                            direction);
    case CUFFT_R2C:
        return cufftExecR2C(plan, static_cast<float*>(in), static_cast<cufftComplex*>(out));
    case CUFFT_C2R:
        return cufftExecC2R(plan, static_cast<cufftComplex*>(in), static_cast<float*>(out));
    case CUFFT_Z2Z:
        return cufftExecZ2Z(plan, static_cast<cufftDoubleComplex*>(in),
                            static_cast<cufftDoubleComplex*>(out), direction);
    case CUFFT_D2Z:
        return cufftExecD2Z(plan, static_cast<double*>(in), static_cast<cufftDoubleComplex*>(out));
    default:
        return cufftExecZ2D(plan, static_cast<cufftDoubleComplex*>(in), static_cast<double*>(out));
    }
}

inline void tell(const Case& c, const char* what, std::size_t at, Wide found, Wide expected) {
    std::fprintf(stderr,
                 "type %x, %d x %d x %d, batch %d, %s, direction %d%s: %s %zu is (%g, %g), "
                 "expected (%g, %g)\n",
                 c.type, c.n[0], c.n[1], c.n[2], c.batch, c.in_place ? "in place" : "apart",
                 c.direction, c.is_placed ? ", placed" : "", what, at,
                 static_cast<double>(found.real()), static_cast<double>(found.imag()),
                 static_cast<double>(expected.real()), static_cast<double>(expected.imag()));
    wrong();
}

// The largest error of all cases, in tolerances: 1 is the limit.
inline double& largest_error() {
    static double largest = 0;
    return largest;
}

// Compares results with expected(i), the number i of all; of `every` numbers one.
template <class Expected>
void compare(const Case& c, Memory& out, double limit, std::size_t every, Expected expected) {
    std::vector<bool> is_point(out.values.size());
    bool is_right = true;
    for_each(c, false, [&](std::size_t at, std::size_t i) {
        if (to_real(c.type))
            is_point[at] = true;
        else
            is_point[2 * at] = is_point[2 * at + 1] = true;
        if (!is_right || i % every != 0) return;
        Wide right = expected(i);
        if (to_real(c.type)) right = right.real();
        const Wide found = out.get(at, to_real(c.type));
        const double error = static_cast<double>(std::abs(found - right));
        if (error <= limit) {
            largest_error() = std::max(largest_error(), limit == 0 ? 0 : error / limit);
            return;
        }
        is_right = false;
        tell(c, "number", i, found, right);
    });
    if (c.in_place) return;
    for (std::size_t i = 0; i < is_point.size(); ++i)
        if (!is_point[i] && !std::isnan(out.values[i]))
            return tell(c, "what is no point, at", i, out.values[i], out.values[i]);
}

// `every`: for long transforms in one dimension, whose sums take a while.
inline void try_case(const Case& c, std::size_t every = 1) {
    Wides x = numbers_for(c);
    const std::size_t in_size = size_of(c, true), out_size = size_of(c, false);
    Memory in(is_double(c.type), c.in_place ? std::max(in_size, out_size) : in_size);
    Memory apart(is_double(c.type), c.in_place ? 1 : out_size);
    for_each(c, true, [&](std::size_t at, std::size_t i) { in.put(at, x[i], from_real(c.type)); });
    in.upload();
    apart.upload();
    Memory& out = c.in_place ? in : apart;
    const cufftHandle plan = plan_of(c);
    check(execute(plan, c.type, in.device, out.device, c.direction));
    check(cudaDeviceSynchronize());
    check(cufftDestroy(plan));
    out.download();
    const double limit = tolerance(c, x);
    if (every != 1) {
        const Wides roots = roots_of(c.n[0], c.sign());
        const auto n = static_cast<std::size_t>(c.n[0]);
        compare(c, out, limit, every, [&](std::size_t i) {
            return sum_of(&x[i / n * n], c.n[0], 1, roots, static_cast<int>(i % n));
        });
        return;
    }
    for (int axis = 0, step = c.points(); axis < c.rank; ++axis)
        transform_along(x, c.n[axis], step /= c.n[axis], c.sign());
    compare(c, out, limit, 1, [&](std::size_t i) { return x[i]; });
}
