// Work that is done on several threads at once.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <future>
#include <vector>

namespace workbook::cli {

// Calls work(i) for each i below count, on at most `jobs` threads. After an exception of any, no
// more are begun; it comes out here when all have ended.
template <class Work>
void in_parallel(std::size_t count, std::size_t jobs, const Work& work) {
    std::atomic<std::size_t> next = 0;
    const auto run = [&] {
        for (std::size_t i = next++; i < count; i = next++) {
            try {
                work(i);
            } catch (...) {
                next = count;
                throw;
            }
        }
    };
    std::vector<std::future<void>> helpers;
    for (std::size_t i = 0; i < std::min(jobs, count); ++i)
        helpers.push_back(std::async(std::launch::async, run));
    for (auto& helper : helpers) helper.wait();
    for (auto& helper : helpers) helper.get();
}

} // namespace workbook::cli
