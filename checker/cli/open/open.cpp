#include "cli/open/open.hpp"

#include "cli/descriptor.hpp"
#include "cli/interrupt.hpp"
#include "cli/open/browser_listener.hpp"
#include "cli/open/server.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace workbook::cli::open {

void serve_pages(const Course& course, const Lesson& lesson, const watch::WatchOptions& options,
                 int port, const std::function<void(const std::string&)>& on_address) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw UserError("No pipe can be had. End some programs.");
    const Descriptor orders(ends[0]);
    Descriptor to_loop(ends[1]);
    watch::Worker loop; // begun before there are threads
    loop.start([&](const watch::Worker::Tell& tell) {
        to_loop = Descriptor(); // else it would never see that the server has gone
        BrowserListener listener(course, tell, orders.number());
        watch::watch(course, lesson, options, listener);
    });
    Server server(course, port, [&](const std::string& order) {
        const std::string line = order + "\n";
        [[maybe_unused]] const auto written = write(to_loop.number(), line.data(), line.size());
    });
    on_address(server.address());
    while (loop.is_running()) {
        throw_if_interrupted();
        pollfd wanted{loop.descriptor(), POLLIN, 0};
        poll(&wanted, 1, 200); // a signal may come just before
        for (const auto& snapshot : loop.take()) server.publish(snapshot);
    }
    throw_if_interrupted();
    throw UserError(loop.trouble().empty() ? "What checks the lessons has ended." : loop.trouble());
}

} // namespace workbook::cli::open
