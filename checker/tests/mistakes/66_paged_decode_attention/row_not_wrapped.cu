// Mistake: the number of the key is taken for the row of its page
// Verdict: fault
// Message: Invalid __global__ read
// Only: virtual
// Solution 1
// key head are neighbours. A part has 256 keys, fewer at the end of its sequence, none behind it.

// Where row i of a sequence begins in the cache; `pages` is the sequence's row of the table.
__device__ int place_of(const int* pages, int i, int kv_heads, int head) {
    return ((pages[i / page_keys] * kv_heads + head) * page_keys + i) * head_size;
}

// The g-th of the query heads that use key head `head`.
__device__ int query_head(int head, int g, int kv_heads, int group) { return head * group + g; }

// How many keys part number `part` of a sequence has.
__device__ int keys_of_part(int length, int part) {
    return min(max(length - part * part_keys, 0), part_keys);
}
// end of Solution 1
