// Accepted: four greys and four weights at a time
    // Solution 2:
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    for (std::size_t i = first; i < n / 4; i += stride) {
        const uchar4 g = reinterpret_cast<const uchar4*>(grey)[i];
        const float4 w = reinterpret_cast<const float4*>(weights)[i];
        reinterpret_cast<float4*>(out)[i] = make_float4(neuron(g.x, w.x), neuron(g.y, w.y),
                                                        neuron(g.z, w.z), neuron(g.w, w.w));
    }
    if (first < n % 4) {
        const std::size_t last = n - 1 - first;
        out[last] = neuron(grey[last], weights[last]);
    }
    // end of Solution 2
