// Mistake: any type of 4 bytes is taken for float
// Verdict: wrong_answer
// Message: expected is a refusal that begins with "x: typestr"
// Message: nothing was refused
    // Solution 2
    const auto look_at_one = [&x](const ArrayInterface& array, const char* name) {
        if (array.version != 3) {
            refuse(name, "version " + std::to_string(array.version) + ", 3 is known");
        }
        if (array.typestr[2] != '4') {
            refuse(name, "typestr " + std::string(array.typestr) + ", <f4 is known");
        }
        if (array.dimensions != x.dimensions ||
            !std::equal(x.shape, x.shape + x.dimensions, array.shape)) {
            refuse(name, "shape differs from that of x");
        }
        if (count_of(array) > 0 && array.pointer % sizeof(float) != 0) {
            refuse(name, "pointer is not a multiple of 4");
        }
        for (int d = 0; d < array.dimensions && array.has_strides; ++d) {
            if (array.strides[d] % static_cast<std::int64_t>(sizeof(float)) != 0) {
                refuse(name, "strides are not multiples of 4");
            }
        }
    };
    look_at_one(x, "x");
    look_at_one(y, "y");
    look_at_one(out, "out");
    if (out.readonly) {
        refuse("out", "readonly");
    }
    for (int d = 0; d < out.dimensions && out.has_strides; ++d) {
        if (out.strides[d] == 0 && out.shape[d] > 1) {
            refuse("out", "strides of 0: several sums for one place");
        }
    }
    // end of Solution 2
    // Solution 4
    if (producer == 0) {
        return;
    }
    cudaEvent_t mark = nullptr;
    check(cudaEventCreateWithFlags(&mark, cudaEventDisableTiming));
    check(cudaEventRecord(mark, reinterpret_cast<cudaStream_t>(producer)));
    check(cudaStreamWaitEvent(stream, mark));
    check(cudaEventDestroy(mark)); // it is kept until no stream waits for it any more
    // end of Solution 4
