// Lesson 65, what the checker calls. Given: read it, do not edit it.
//
// Attention: each query is compared with the keys, and gets a mean of their values, weighted by how
// well they fit. For query i of one head,
//
//     score(i, j)  = (Q(i) . K(j)) / 8                  the product of two rows of 64; 8 = sqrt(64)
//     weight(i, j) = exp(score(i, j)) / sum over all j of exp(score(i, j))
//     O(i)         = sum over all j of weight(i, j) * V(j)
//
// Q and O are device pointers to `heads` matrices, one behind the other, of `queries` rows of 64
// floats each; K and V to as many matrices of `keys` rows. Arrays begin at multiples of 16 bytes,
// and O overlaps with none of the others. All numbers are 0 or more; heads is at most 65535, and no
// array has 2^31 elements or more.
//
// Query i sees all keys, or, if `causal` is true, keys 0 to i + keys - queries alone: the last
// query sees all, each one before it one less. Keys that a query does not see have no part in it.
// The output of a query that sees no key is 0.
//
// All is computed in float. The functions launch one kernel, if there are queries and heads,
// allocate nothing, and do not wait for the device. An error that CUDA reports is thrown.
#pragma once

#include "wire/interface.hpp"

constexpr int head_size = 64;
constexpr int query_tile = 64; // queries of a block
constexpr int key_tile = 32;   // keys that a block has in shared memory at a time

// One head, one thread for each query. O is what comes of the first `upto` keys (0 to `keys`)
// alone: query i sees those of them that it sees of all keys. maximum[i] is the largest score of
// these, sum[i] the sum of exp(score - maximum); minus infinity and 0 if there are none.
void attention_rows(const float* Q, const float* K, const float* V, float* O, int queries, int keys,
                    bool causal, int upto, float* maximum, float* sum);
WORKBOOK_CALLABLE(attention_rows);

// One head: scores(r, c) = score(q + r, k + c) for 64 queries from q on and 32 keys from k on, as a
// block of attention() has them in registers; minus infinity where the query does not see the key,
// or there is no such key. scores is a device pointer to 64 rows of 32 floats; rows of queries that
// do not exist may hold anything.
void tile_scores(const float* Q, const float* K, int queries, int keys, bool causal, int q, int k,
                 float* scores);
WORKBOOK_CALLABLE(tile_scores);

// What attention() makes of the first `tiles` tiles of keys alone. A block of 64 threads for 64
// queries of a head.
void attention_tiles(const float* Q, const float* K, const float* V, float* O, int heads,
                     int queries, int keys, bool causal, int tiles);
WORKBOOK_CALLABLE(attention_tiles);

// Attention. Each element of Q is read once and each of O written once; K and V are read once for
// 64 queries, in tiles of 32 keys, and not at all where none of the queries sees a key of the tile.
void attention(const float* Q, const float* K, const float* V, float* O, int heads, int queries,
               int keys, bool causal);
WORKBOOK_CALLABLE(attention);
