// The kernels of cuFFT, one for each type of transform, and their launches.
#include "vgpu/cufft/axis.hpp"
#include "vgpu/cufft/plan.hpp"
#include "vgpu/cufft/transform.cuh"

#include <algorithm>
#include <new>

// Kernels that a report can name.
#define WORKBOOK_CUFFT_KERNEL(name, Real)                                                          \
    extern "C" __global__ void cufft_##name(                                                       \
        const __grid_constant__ vgpu::cufft::Pass<Real> pass) {                                    \
        vgpu::cufft::transform(pass);                                                              \
    }
WORKBOOK_CUFFT_KERNEL(c2c, float)
WORKBOOK_CUFFT_KERNEL(r2c, float)
WORKBOOK_CUFFT_KERNEL(c2r, float)
WORKBOOK_CUFFT_KERNEL(z2z, double)
WORKBOOK_CUFFT_KERNEL(d2z, double)
WORKBOOK_CUFFT_KERNEL(z2d, double)

namespace vgpu::cufft {
namespace {

const void* kernel_of(cufftType type) {
    switch (type) {
    case CUFFT_C2C:
        return reinterpret_cast<const void*>(cufft_c2c);
    case CUFFT_R2C:
        return reinterpret_cast<const void*>(cufft_r2c);
    case CUFFT_C2R:
        return reinterpret_cast<const void*>(cufft_c2r);
    case CUFFT_Z2Z:
        return reinterpret_cast<const void*>(cufft_z2z);
    case CUFFT_D2Z:
        return reinterpret_cast<const void*>(cufft_d2z);
    default:
        return reinterpret_cast<const void*>(cufft_z2d);
    }
}

std::size_t pass_bytes(const Shape& shape) {
    long long numbers = 0;
    for (int axis = 0; axis < shape.rank; ++axis)
        numbers = std::max(
            numbers,
            Division(shape.n[axis], shape.is_row(axis)).work_numbers(shape.transforms(axis)));
    return static_cast<std::size_t>(numbers) * (shape.is_double() ? 16 : 8);
}

template <class Real>
class TransformOf : public Transform {
  public:
    explicit TransformOf(const Shape& shape) : shape_(shape) {}

    cufftResult fill() {
        for (int i = 0; i < shape_.rank; ++i) {
            axes_[i] = Division(shape_.n[i], shape_.is_row(i));
            const auto same = std::find(&shape_.n[0], &shape_.n[i], shape_.n[i]) - &shape_.n[0];
            tables_[i] = tables_[same];
            if (tables_[i] != nullptr) continue;
            tables_[i] = std::make_shared<Tables<Real>>();
            if (const auto status = tables_[i]->fill(axes_[i]); status != CUFFT_SUCCESS)
                return status;
        }
        return CUFFT_SUCCESS;
    }

    // Real numbers are the first that are read, or the last that are written, along the last axis.
    // The other axes are done in place: in the input, if the output is real.
    cufftResult run(void* in, void* out, int direction, void* work, cudaStream_t stream) override {
        if (in == out && shape_.has_real_between()) { // read from a copy, behind the work of passes
            void* const copy = static_cast<char*>(work) + pass_bytes(shape_);
            const auto error =
                cudaMemcpyAsync(copy, in, shape_.bytes_in(), cudaMemcpyDeviceToDevice, stream);
            if (error != cudaSuccess) return status_of(error);
            in = copy;
        }
        const bool in_place = in == out;
        const auto placed_in = shape_.placement_in(in_place);
        const auto placed_out = shape_.placement_out(in_place);
        const int last = shape_.rank - 1;
        const Kind kind_in = shape_.from_real() ? Kind::real
                             : shape_.to_real() ? Kind::half
                                                : Kind::complex;
        const Kind kind_out = shape_.to_real()     ? Kind::real
                              : shape_.from_real() ? Kind::half
                                                   : Kind::complex;
        const auto along_last = [&] {
            return along(last, side(in, kind_in, placed_in, last),
                         side(out, kind_out, placed_out, last), direction, work, stream);
        };
        auto status = CUFFT_SUCCESS;
        if (!shape_.to_real()) status = along_last();
        for (int axis = last - 1; axis >= 0 && status == CUFFT_SUCCESS; --axis) {
            const auto complex = shape_.to_real() ? side(in, Kind::complex, placed_in, axis)
                                                  : side(out, Kind::complex, placed_out, axis);
            status = along(axis, complex, complex, direction, work, stream);
        }
        if (shape_.to_real() && status == CUFFT_SUCCESS) status = along_last();
        return status;
    }

  private:
    Side<Real> side(void* data, Kind kind, const Placement& placement, int axis) const {
        return {data, kind, shape_.layout(placement, axis), shape_.n[axis], nullptr, false};
    }

    // Between passes the transforms lie in either part of the work area: one after the other, or
    // side by side.
    cufftResult along(int index, const Side<Real>& from, const Side<Real>& to, int direction,
                      void* work, cudaStream_t stream) const {
        const Division& axis = axes_[index];
        const Tables<Real>& tables = *tables_[index];
        const bool is_inverse = direction == CUFFT_INVERSE, is_row = shape_.is_row(index);
        const auto transforms = shape_.transforms(index);
        const int launches = axis.launches(), passes = static_cast<int>(axis.passes.size());
        const auto between = [&](int i) {
            auto* data = static_cast<Complex<Real>*>(work) + i % 2 * transforms * axis.length;
            Layout layout{1, {{transforms, axis.length}, {1, 0}, {1, 0}}};
            if (!is_row) layout = {transforms, {{transforms, 1}, {1, 0}, {1, 0}}};
            return Side<Real>{data, Kind::complex, layout, axis.length, nullptr, false};
        };
        Pass<Real> pass{};
        pass.length = axis.length;
        pass.transforms = transforms;
        pass.is_row = is_row;
        pass.roots = tables.roots.data();
        for (int i = 0; i < launches; ++i) {
            pass.from = i == 0 ? from : between(i - 1);
            pass.to = i == launches - 1 ? to : between(i);
            pass.sign = is_inverse ? Real{-1} : Real{1};
            if (axis.by_bluestein()) {
                pass.sign = i < passes ? Real{1} : Real{-1};
                pass.from.conjugated = pass.to.conjugated = is_inverse;
                if (i == 0 || i == launches - 1)
                    (i == 0 ? pass.from : pass.to).factors = tables.chirp.data();
                if (i == passes - 1) pass.to.factors = tables.spectrum.data();
            }
            pass.before = i % passes == 0 ? 1 : pass.before * pass.points;
            pass.points = axis.passes[static_cast<std::size_t>(i % passes)];
            if (const auto status = launch(pass, stream); status != CUFFT_SUCCESS) return status;
        }
        return CUFFT_SUCCESS;
    }

    cufftResult launch(Pass<Real>& pass, cudaStream_t stream) const {
        constexpr unsigned threads = 128;
        const auto all = pass.transforms * (pass.length / pass.points);
        pass.at_once = static_cast<int>(std::min<long long>(all, largest_block / pass.points));
        const auto factors = factors_of(pass.points);
        std::fill(std::copy(factors.begin(), factors.end(), pass.factors), std::end(pass.factors),
                  0);
        const auto blocks = static_cast<unsigned>((all + pass.at_once - 1) / pass.at_once);
        const auto shared =
            2 * sizeof(Complex<Real>) * static_cast<std::size_t>(pass.points * pass.at_once);
        void* arguments[] = {&pass};
        return status_of(cudaLaunchKernel(kernel_of(shape_.type), dim3(blocks), dim3(threads),
                                          arguments, shared, stream));
    }

    Shape shape_;
    Division axes_[most_dimensions];
    std::shared_ptr<Tables<Real>> tables_[most_dimensions];
};

template <class Real>
cufftResult make(const Shape& shape, std::unique_ptr<Transform>& transform) {
    auto made = std::make_unique<TransformOf<Real>>(shape);
    const auto status = made->fill();
    if (status == CUFFT_SUCCESS) transform = std::move(made);
    return status;
}

} // namespace

std::size_t work_bytes(const Shape& shape) {
    return pass_bytes(shape) + (shape.has_real_between() ? shape.bytes_in() : 0);
}

cufftResult make_transform(const Shape& shape, std::unique_ptr<Transform>& transform) {
    return shape.is_double() ? make<double>(shape, transform) : make<float>(shape, transform);
}

} // namespace vgpu::cufft
