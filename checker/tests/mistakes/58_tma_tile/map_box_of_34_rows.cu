// Mistake: every box has 34 rows
// Verdict: fault
// Message: bytes came that were not announced
// Only: virtual
    // Solution 1:
    if (reinterpret_cast<std::uintptr_t>(first) % 16 != 0) {
        throw std::invalid_argument("the address of the matrix is no multiple of 16");
    }
    if (pitch * sizeof(float) % 16 != 0) {
        throw std::invalid_argument("the pitch is no multiple of 16 bytes, which are 4 floats");
    }
    const cuuint64_t sizes[] = {static_cast<cuuint64_t>(columns), static_cast<cuuint64_t>(rows)};
    const cuuint64_t strides[] = {pitch * sizeof(float)};
    const cuuint32_t box[] = {tile_columns, 34};
    const cuuint32_t steps[] = {1, 1};
    check(encode_function()(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, const_cast<float*>(first),
                            sizes, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                            CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
                            CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    // end of Solution 1
