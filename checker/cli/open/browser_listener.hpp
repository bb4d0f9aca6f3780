// Pages in a browser as watch's listener: they get snapshots and send orders, through the server's
// process.
#pragma once

#include "cli/open/orders.hpp"
#include "cli/open/snapshot.hpp"
#include "cli/watch/listener.hpp"
#include "cli/watch/worker.hpp"

namespace workbook::cli::open {

class BrowserListener : public watch::Listener {
  public:
    // `tell` takes snapshots. From `orders` (a descriptor) orders come, a line each; watch ends
    // when that is closed.
    BrowserListener(const Course& course, watch::Worker::Tell tell, int orders);

    void show(watch::Model& model, bool begins_work) override;
    int descriptor() const override { return is_open_ ? orders_ : -1; }
    void take(watch::Controller& controller, bool readable) override;
    Stays stays() const override { return is_open_ ? Stays::for_ever : Stays::no_longer; }

  private:
    void carry_out(watch::Controller& controller, const PageOrder& order);
    void take_profile(watch::Model& model);

    const Course& course_;
    watch::Worker::Tell tell_;
    int orders_;
    bool is_open_ = true;
    std::string received_; // of a line that is not complete
    std::string shown_;
    MadeProfile profile_;
};

} // namespace workbook::cli::open
