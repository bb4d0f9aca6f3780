// Lesson 66, what the checker calls. Given: read it, do not edit it.
//
// Attention for one new token of each of many sequences: the token's queries are compared with the
// keys of all tokens before it, which lie in a cache. All arrays are device pointers.
//
//   keys, values  the cache: pages of 16 keys. A page has 16 rows of 64 floats for each of
//                 `kv_heads` key heads. Row r of head h in page g begins at
//                 ((g * kv_heads + h) * 16 + r) * 64.
//   lengths       how many keys each of `sequences` sequences has; 0 is one of the possibilities
//   table         `sequences` rows of `table_width` page numbers: key i of sequence s is row i % 16
//                 of page table[s * table_width + i / 16]. A row has numbers for its own keys
//                 alone; what is behind them, and the rows of a last page that is not full, may
//                 hold anything. Sequences may share pages.
//   q, out        `sequences` times `kv_heads * group` query heads of 64 floats each. `group` query
//                 heads, 1, 2, 4 or 8, use one key head: query head h uses key head h / group.
//
//     score(i) = (q . key i) / 8        weight(i) = exp(score(i)) / sum over all i of exp(score(i))
//     out = sum over all i of weight(i) * value i;   0 if the sequence has no keys
//
// Arrays of floats begin at multiples of 16 bytes. All numbers are finite, but what may be
// anything. sequences and kv_heads are 0 to 65535, table_width is 0 or more, and no array has 2^31
// elements or more. No output overlaps with an input.
//
// All is computed in float, and each call gives the same bits. Work of several blocks is spread
// over the whole GPU. The functions allocate nothing and do not wait for the device. An error that
// CUDA reports is thrown.
#pragma once

#include "wire/interface.hpp"

constexpr int head_size = 64;
constexpr int page_keys = 16;
constexpr int part_keys = 256; // a sequence is cut into parts of 256 keys; the last has the rest
constexpr int workers = 8;     // of a block: 16 threads each

constexpr int parts_for(int table_width) {
    return (table_width * page_keys + part_keys - 1) / part_keys;
}

// The keys and values of one key head of one sequence, in their order: key i becomes row i of
// keys_out. Rows behind the sequence's length are not written. One kernel.
//
//   keys_out, values_out  table_width * 16 rows of 64 floats
void gather(const float* keys, const float* values, const int* lengths, const int* table,
            int table_width, int kv_heads, int sequence, int head, float* keys_out,
            float* values_out);
WORKBOOK_CALLABLE(gather);

// lanes[16 r + l] = the product of rows r of a and b, as lane l of a worker has it: the sum of all
// 64 products of their elements. a and b have `rows` rows of 64 floats. One kernel.
void products(const float* a, const float* b, int rows, float* lanes);
WORKBOOK_CALLABLE(products);

// What the 8 workers of one block have found out, for key head `head` and part `part` of one
// sequence: worker w has seen keys w, w + 8, w + 16, ... of the part. Row w * group + g is about
// worker w and query head head * group + g:
//
//   maximum  the largest score; minus infinity if there are no keys
//   sum      sum of exp(score - maximum)
//   o        64 floats: sum of exp(score - maximum) * value
//
// One kernel, of one block.
void worker_states(const float* q, const float* keys, const float* values, const int* lengths,
                   const int* table, int table_width, int kv_heads, int group, int sequence,
                   int head, int part, float* maximum, float* sum, float* o);
WORKBOOK_CALLABLE(worker_states);

// The same for all parts of all sequences, the workers' states merged: row (s * query_heads + h) *
// parts_for(table_width) + p is about part p of sequence s and query head h, where query_heads =
// kv_heads * group. Rows of parts that a sequence does not have are not written. One kernel, a
// block for each part and key head; each key and each value of a sequence is read once for all
// query heads.
void part_states(const float* q, const float* keys, const float* values, const int* lengths,
                 const int* table, int table_width, int sequences, int kv_heads, int group,
                 float* maximum, float* sum, float* o);
WORKBOOK_CALLABLE(part_states);

// Attention, by two kernels: part_states, and one that makes out of the states of all parts.
// maximum, sum and o are memory to work in, with as many elements as there.
void decode(const float* q, const float* keys, const float* values, const int* lengths,
            const int* table, int table_width, int sequences, int kv_heads, int group,
            float* maximum, float* sum, float* o, float* out);
WORKBOOK_CALLABLE(decode);
