// Accepted: a map of 32-bit integers, a fence of the storing thread, a wait for writes, parities that are kept
    // Solution 1:
    const auto address = reinterpret_cast<std::size_t>(first);
    if (address & 15) throw std::invalid_argument("address " + std::to_string(address));
    if (pitch & 3) throw std::invalid_argument("pitch " + std::to_string(pitch));
    cuuint64_t sizes[2], stride = 4ull * pitch;
    cuuint32_t box[2], steps[2];
    for (cuuint32_t& step : steps) step = 1;
    sizes[0] = columns, sizes[1] = rows;
    box[0] = 64, box[1] = box_rows;
    const auto encode = encode_function();
    const CUresult result = encode(
        &map, CU_TENSOR_MAP_DATA_TYPE_UINT32, 2, (void*)first, sizes, &stride, box, steps,
        CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (result != CUDA_SUCCESS) throw std::runtime_error("no map");
    // end of Solution 1
    // Solution 3:
    __syncthreads();
    if (threadIdx.x == 255) {
        show_to_copies();
        begin_store(map, row, column, tile.at);
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
    __syncthreads();
    // end of Solution 3
    // Solution 4:
    unsigned parities[2] = {0, 0};
    for (int p = 0; p < tiles + 1; ++p) {
        const int next = p % 2;
        if (p < tiles && threadIdx.x == 32) {
            announce(there[next], 34 * 64 * 4);
            begin_load(&boxes[next], in, row + p * tile_rows - 1, column, there[next]);
        }
        if (p == 0) continue;
        const int now = 1 - next;
        wait(there[now], parities[now]);
        parities[now] ^= 1;
        add_rows(boxes[now], sums);
        store_tile(out, row + (p - 1) * tile_rows, column, sums);
    }
    // end of Solution 4
