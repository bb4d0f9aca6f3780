// Mistake: all differences are written to an array first
// Verdict: requirement
// Message: a temporary array of all values or differences?
// Replaces
//| #include <thrust/iterator/zip_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/transform.h>
// end of Replaces
// Replaces
//| void largest_difference(const float* a, const float* b, std::size_t n, float* result) {
void largest_difference(const float* a, const float* b, std::size_t n, float* result) {
    const DeviceBuffer<float> stored(n);
    const auto computed = differences(a, b);
    thrust::transform(thrust::cuda::par_nosync, computed, computed + n, stored.data(), cuda::std::identity());
// end of Replaces
// Replaces
//|         return cub::DeviceReduce::Reduce(scratch, bytes, differences(a, b), result, n,
//|                                          cuda::maximum<>(), 0.0f);
        return cub::DeviceReduce::Reduce(scratch, bytes, stored.data(), result, n, cuda::maximum<>(), 0.0f);
// end of Replaces
