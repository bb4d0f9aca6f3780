#include "cli/open/browser_listener.hpp"

#include "cli/profile/page/output.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace workbook::cli::open {

using watch::Order;

BrowserListener::BrowserListener(const Course& course, watch::Worker::Tell tell, int orders)
    : course_(course), tell_(std::move(tell)), orders_(orders) {}

void BrowserListener::show(watch::Model& model, bool /*begins_work*/) {
    if (model.view == watch::View::text) take_profile(model);
    model.view = watch::View::lesson; // each page has a view of its own
    std::string now = snapshot(model, profile_);
    if (now == shown_) return;
    tell_(now);
    shown_ = std::move(now);
}

// The only text that the controller shows by itself.
void BrowserListener::take_profile(watch::Model& model) {
    std::error_code ignored;
    ++profile_.number;
    profile_.lesson = model.current().name;
    profile_.said = std::move(model.text.text);
    profile_.has_page = std::filesystem::exists(page_place(course_, model.current(), ""), ignored);
}

void BrowserListener::take(watch::Controller& controller, bool readable) {
    if (!readable) return;
    char bytes[4096];
    const ssize_t count = read(orders_, bytes, sizeof bytes);
    if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) is_open_ = false;
    if (count > 0) received_.append(bytes, static_cast<std::size_t>(count));
    for (auto end = received_.find('\n'); end != std::string::npos; end = received_.find('\n')) {
        const auto order = order_of(course_, received_.substr(0, end));
        received_.erase(0, end + 1);
        if (order) carry_out(controller, *order);
    }
}

void BrowserListener::carry_out(watch::Controller& controller, const PageOrder& order) {
    using Kind = PageOrder::Kind;
    watch::Model& model = controller.model();
    const auto give = [&](Order::Kind kind) { controller.carry_out({kind, order.lesson}, {}); };
    const bool is_current = model.lesson == order.lesson;
    model.notice.clear();
    switch (order.kind) {
    case Kind::stop:
        return give(Order::Kind::stop);
    case Kind::check_all:
        return give(Order::Kind::check_all);
    case Kind::go_to:
        if (!is_current) give(Order::Kind::go_to);
        return;
    case Kind::check:
        return give(is_current ? Order::Kind::check : Order::Kind::go_to);
    case Kind::hints:
        if (!is_current) return;
        model.hints_shown = std::max(model.hints_shown, std::min(order.hints, model.hints.size()));
        return give(Order::Kind::remember);
    case Kind::profile: {
        if (!is_current) give(Order::Kind::go_to);
        std::error_code ignored; // the page of another time is not the one that is made now
        std::filesystem::remove(page_place(course_, model.current(), ""), ignored);
        return give(Order::Kind::profile);
    }
    }
}

} // namespace workbook::cli::open
