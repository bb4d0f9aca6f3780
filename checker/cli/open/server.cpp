#include "cli/open/server.hpp"

#include "cli/open/events.hpp"
#include "cli/open/guard.hpp"
#include "cli/open/orders.hpp"
#include "cli/open/site.hpp"

#include <fmt/core.h>
#include <httplib.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <mutex>
#include <thread>
#include <utility>

namespace workbook::cli::open {
namespace {

// Each page that listens keeps a thread, and a browser some connections more.
constexpr std::size_t thread_count = 48;
constexpr std::size_t most_order_bytes = 1024;

void fill(httplib::Response& response, const Answer& answer) {
    response.status = answer.status;
    response.set_header("Content-Security-Policy",
                        answer.policy.empty() ? page_policy : answer.policy.c_str());
    response.set_content(answer.text, answer.type);
}

Asked asked_in(const httplib::Request& request) {
    return {request.get_header_value("Host"), request.get_header_value("Origin"), request.path};
}

std::string solution_in(const std::string& snapshot) {
    const auto json = nlohmann::json::parse(snapshot, nullptr, false);
    return json.is_object() ? json.value("solution_of", "") : "";
}

} // namespace

struct Server::Parts {
    Parts(const Course& the_course, std::function<void(const std::string&)> the_order)
        : course(the_course), order(std::move(the_order)), site(the_course) {}

    void enter_handlers();
    void stream_events(httplib::Response& response);
    Answer take_order(const std::string& line);

    const Course& course;
    std::function<void(const std::string&)> order;
    std::mutex order_mutex;
    Site site;
    Events events;
    std::string key = new_key();
    int port = 0;
    httplib::Server server;
    std::thread thread;
};

void Server::Parts::enter_handlers() {
    server.set_pre_routing_handler(
        [this](const httplib::Request& request, httplib::Response& response) {
            const auto reason = refusal(asked_in(request), port, key);
            if (reason.empty()) return httplib::Server::HandlerResponse::Unhandled;
            fill(response, sentence(403, reason));
            return httplib::Server::HandlerResponse::Handled;
        });
    server.Get("/.*", [this](const httplib::Request& request, httplib::Response& response) {
        const std::string path = behind_key(request.path, key);
        if (path == "events") return stream_events(response);
        fill(response, site.get(path, solution_in(events.now().text)));
    });
    server.Post("/.*", [this](const httplib::Request& request, httplib::Response& response) {
        fill(response, behind_key(request.path, key) == "order"
                           ? take_order(request.body)
                           : sentence(404, "There is no such page."));
    });
}

Answer Server::Parts::take_order(const std::string& line) {
    if (!order_of(course, line)) return sentence(400, "This is no order.");
    const std::lock_guard lock(order_mutex);
    order(line);
    return sentence(200, "It is done as soon as possible.");
}

// Server-sent events. Between them a comment now and then: so it is noticed that a page has gone.
void Server::Parts::stream_events(httplib::Response& response) {
    response.set_chunked_content_provider(
        "text/event-stream",
        [this, seen = std::uint64_t{0}](std::size_t, httplib::DataSink& sink) mutable {
            const auto event = events.wait(seen, std::chrono::seconds(2));
            if (event.is_closed) return false;
            std::string text = ":\n\n";
            if (event.number != seen) text = "data: " + event.text + "\n\n";
            seen = event.number;
            return sink.write(text.data(), text.size());
        });
}

Server::Server(const Course& course, int port, std::function<void(const std::string&)> order)
    : parts_(std::make_unique<Parts>(course, std::move(order))) {
    Parts& parts = *parts_;
    auto& server = parts.server;
    server.new_task_queue = [] { return new httplib::ThreadPool(thread_count); };
    // Not shared with another program: it would get a part of the requests.
    server.set_socket_options([](socket_t socket) {
        const int yes = 1;
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    server.set_tcp_nodelay(true);
    server.set_payload_max_length(most_order_bytes);
    server.set_default_headers({{"Cache-Control", "no-store"},
                                {"Referrer-Policy", "no-referrer"},
                                {"X-Content-Type-Options", "nosniff"},
                                {"Cross-Origin-Resource-Policy", "same-origin"}});
    parts.enter_handlers();
    if (port == 0)
        parts.port = server.bind_to_any_port("127.0.0.1");
    else if (server.bind_to_port("127.0.0.1", port))
        parts.port = port;
    if (parts.port <= 0)
        throw UserError(port == 0 ? "No port of this machine can be had for the pages."
                                  : fmt::format("Port {} cannot be had: another program may use "
                                                "it. Leave --port out, or name another.",
                                                port));
    // Signals are for the thread that waits for them.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    parts.thread = std::thread([&server] { server.listen_after_bind(); });
    while (!server.is_running()) std::this_thread::yield();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Server::~Server() {
    parts_->events.close();
    parts_->server.stop();
    parts_->thread.join();
}

std::string Server::address() const {
    return fmt::format("http://127.0.0.1:{}/{}/", parts_->port, parts_->key);
}

void Server::publish(const std::string& snapshot) { parts_->events.publish(snapshot); }

} // namespace workbook::cli::open
