// How transforms along an axis are divided into passes, and the tables that these need.
#pragma once

#include "vgpu/cufft/pass.hpp"

#include <cuda_runtime_api.h>
#include <cufft.h>

#include <cstddef>
#include <vector>

namespace vgpu::cufft {

inline constexpr int largest_block = 1024; // points, of one transform or of several
inline constexpr int largest_prime = 13;   // that is summed

cufftResult status_of(cudaError_t error);

// The factors of one pass, 8, 4 and 2 first.
std::vector<int> factors_of(int points);

// The lengths of passes: those of the transform itself, or of a longer one by which Bluestein's
// method computes it.
struct Division {
    long long points = 0, length = 0;
    std::vector<int> passes;

    Division() = default;
    // is_row: the points lie beside each other in memory, not those of different transforms.
    Division(long long of_points, bool is_row);
    bool by_bluestein() const { return length != points; }
    int launches() const { return static_cast<int>(passes.size()) * (by_bluestein() ? 2 : 1); }
    // Complex numbers that `transforms` of them need between passes.
    long long work_numbers(long long transforms) const;
};

// Memory of the device.
template <class Real>
class Table {
  public:
    Table() = default;
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;
    ~Table() { cudaFree(data_); }
    cufftResult fill(const std::vector<Complex<Real>>& numbers);
    const Complex<Real>* data() const { return data_; }

  private:
    Complex<Real>* data_ = nullptr;
};

// What transforms of one length need.
template <class Real>
struct Tables {
    Table<Real> roots;
    Table<Real> chirp, spectrum; // of Bluestein's method

    cufftResult fill(const Division& division);
};

} // namespace vgpu::cufft
