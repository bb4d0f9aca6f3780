// Lesson 49, what the checker calls. Given: read it, do not edit it.
//
// What you write, in streams_pipeline.cu, are three functions: piece, below, and
//
//     void send_through(const std::uint32_t* in, std::uint32_t* out, std::size_t count,
//                       const Lane& lane)
//
//     void pipeline(const std::uint32_t* in, std::uint32_t* out, std::size_t n,
//                   std::size_t chunk, int streams)
//
// send_through puts three pieces of work into the lane's stream: a copy of count elements from `in`
// to lane.in, the filter from lane.in to lane.out, a copy of count elements from lane.out to `out`.
// The host goes on meanwhile. count is at least 1 and at most what the lane has room for.
//
// pipeline sends n elements through the filter, in pieces of `chunk` elements, the p-th piece in
// stream p % streams. Copies and kernels of different pieces take place side by side. It waits only
// at the end: when it returns, `out` is complete. On the device it has room for one piece per
// stream, not for the whole array. n may be 0; chunk and streams are at least 1; a piece has less
// than 2 GiB, and there are fewer than 2^31 of them.
//
// in, out: HOST pointers to PINNED memory (cudaMallocHost), which do not overlap. An error that
// CUDA reports is thrown. given.hpp has Lane and the filter; given.cu calls your functions.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>
#include <cstdint>

struct Piece {
    std::size_t begin, count; // elements
};

// Piece number p, from 0 on, of n elements that are cut into pieces of `chunk`; the last piece may
// be shorter. There is a piece p. Nothing is launched.
Piece piece(std::size_t n, std::size_t chunk, std::size_t p);
WORKBOOK_CALLABLE(piece);

// Given: calls send_through once, with pinned copies of in and out, and waits for its stream.
//
//   in, out  HOST pointers, count elements each; count is at least 1
void send_one_piece(const std::uint32_t* in, std::uint32_t* out, std::size_t count);
WORKBOOK_CALLABLE(send_one_piece);

// Given: calls pipeline with pinned copies of in and out.
//
//   in, out  HOST pointers, n elements each
void run_pipeline(const std::uint32_t* in, std::uint32_t* out, std::size_t n, std::size_t chunk,
                  int streams);
WORKBOOK_CALLABLE(run_pipeline);
