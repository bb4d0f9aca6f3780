// The loop's hands: what keys and saves ask for is done here, and the model says how far it is.
#pragma once

#include "cli/watch/loop.hpp"
#include "cli/watch/model.hpp"
#include "cli/watch/press.hpp"
#include "cli/watch/worker.hpp"

#include <chrono>
#include <filesystem>

namespace workbook::cli::watch {

class Controller {
  public:
    Controller(const Course& course, const WatchOptions& options);

    Model& model() { return model_; }
    const Model& model() const { return model_; }
    const Worker& worker() const { return worker_; }
    const Worker& drawer() const { return drawer_; }

    // What makes the current lesson another program when it is saved.
    std::vector<std::filesystem::path> files() const;

    // The lesson becomes the current one, and is to be checked.
    void go_to(std::size_t lesson);

    // The current lesson is to be checked; what is under way stops.
    void check();

    void carry_out(const Order& order, const Display& display);

    // Work is begun only after the screen has said so.
    bool wants_work() const { return wants_work_; }
    bool begin_wanted_work(); // returns whether there was any

    void take_results();

    // The model's clock goes on.
    void take_time();

  private:
    void want(Work work);
    void stop_work();
    void reset(std::size_t lesson);
    void take_result(Result result);
    void finish_work();
    void prepare();
    void draw();
    void take_drawn();
    void show_page();

    const Course& course_;
    const WatchOptions& options_;
    Model model_;
    Worker worker_;
    Worker preparer_; // builds while the student reads; goes on when a check begins, which waits
    Worker drawer_;   // of the last verdict's run; ends when a check begins
    std::size_t pages_drawn_ = 0;
    std::string program_output_;
    bool wants_work_ = false;
    std::chrono::steady_clock::time_point began_; // the work
    bool wants_page_ = false;                     // of the profile under way
    std::size_t columns_ = 80;                    // a profile is to fit
};

// Where there is no screen: prints what has become different in the model.
class PlainOutput {
  public:
    void show(Model& model, bool begins_work);

  private:
    bool has_begun_ = false;
    Work work_ = Work::none;
};

} // namespace workbook::cli::watch
