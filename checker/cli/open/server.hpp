// The server of `open`, on the loopback interface only. Its threads answer requests; snapshots go
// to every page that listens.
#pragma once

#include "cli/course.hpp"

#include <functional>
#include <memory>
#include <string>

namespace workbook::cli::open {

class Server {
  public:
    // `port` 0: the system chooses. `order` takes the orders of pages, one at a time. Throws
    // UserError where the port cannot be had.
    Server(const Course& course, int port, std::function<void(const std::string&)> order);
    ~Server(); // ends what is under way
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    std::string address() const; // "http://127.0.0.1:1234/KEY/"

    // For all pages, now and when they are opened.
    void publish(const std::string& snapshot);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace workbook::cli::open
