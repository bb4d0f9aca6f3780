// One running learner program: started, asked, watched, ended.
#pragma once

#include "harness/confinement.hpp"
#include "harness/engine_process.hpp"
#include "harness/sandbox.hpp"
#include "wire/message.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace workbook {

// How an exchange with the program ended.
enum class Ending {
    replied,
    exited, // `code`
    killed, // by a signal: `code`
    timed_out,
    printed_too_much,
    took_too_much_memory,
    started_too_many_threads,
    cannot_start,  // `code` is the errno of exec
    lost_engine,   // the virtual GPU that served it has died
    filled_device, // it keeps so much of the virtual GPU's memory that a call's arrays have no room
    broke_protocol, // said something that no learner program says, or hung up
};

struct Exchange {
    Ending ending = Ending::replied;
    int code = 0;
    wire::Phase phase = wire::Phase::starting; // in which it happened
    double seconds = 0;                        // the limit that was passed, for timed_out
    double waited = 0;     // seconds in which the program or its engine got no processor
    bool in_doubt = false; // how it ended may be the machine's fault: it was short of memory (a
                           // SIGKILL that is none of ours) or of processors
    wire::Reply reply;
    wire::Mailbox mailbox{}; // as it was at the end
    std::string printed;     // the head of what it printed during the exchange
    std::string fault_lines; // what the virtual GPU wrote to the fault log during the exchange
};

class LearnerProcess {
  public:
    struct Start {
        std::string program;
        std::vector<std::string> environment; // NAME=value
        int arena = -1;                       // descriptor
        Limits limits;
        // Set: the engine of the virtual GPU that the program runs on, and what they share with us.
        std::optional<EngineProcess::Start> engine = {};
        const Arena* exchange = nullptr;
        // Set: the program is started in a world of its own, where it is Confinement::program.
        std::optional<ConfinedFiles> confined = {};
    };

    // Starts the program and waits until it answers. On failure `exchange` says what happened and
    // the result is null. Throws CannotConfine.
    static std::unique_ptr<LearnerProcess> start(const Start& start, Exchange& exchange);
    ~LearnerProcess(); // ends it, and everything that it started

    LearnerProcess(const LearnerProcess&) = delete;
    LearnerProcess& operator=(const LearnerProcess&) = delete;

    // Sends a call, lets the program go on, and waits for the reply, the end of the program or a
    // limit. After anything but `replied` the program is dead.
    Exchange call(const wire::Request& request);

    // The virtual GPU's; null on a real one.
    EngineProcess* engine() { return engine_.get(); }
    // The program, its engine, and what they share.
    bool takes_too_much_memory() const;

    // Stops the program until its next call, so that nothing of it can act, and counts the threads
    // besides its first one. With a virtual GPU it begins like that.
    std::uint64_t pause_threads();
    // Whether it has gone on since then, by a signal that it had itself sent.
    bool has_gone_on();

  private:
    explicit LearnerProcess(const Limits& limits) : limits_(limits) {}
    void spawn(const Start& start);
    bool was_continued() const;
    void let_go_on();
    Exchange wait(void* message, std::size_t bytes);
    bool receive(void* message, std::size_t bytes, Exchange& exchange, bool& hung_up);
    void drain(Exchange& exchange);
    void see_end(Exchange& exchange);
    bool breaks_limits(Exchange& exchange) const;
    bool was_killed(const Exchange& exchange) const;
    void note_activity(Exchange& exchange);
    bool reap(Exchange& exchange);
    void ask_for_activity();
    void kill_and_reap();

    Limits limits_;
    std::unique_ptr<EngineProcess> engine_;
    std::unique_ptr<Confinement> confinement_;
    int process_ = -1;
    bool alive_ = false;
    bool went_on_ = false; // although it had been stopped
    int control_ = -1, arena_ = -1;
    int output_[2] = {-1, -1}; // its stdout and stderr
    int exec_failure_ = -1;    // where a program that cannot be started says why
    std::uint64_t printed_bytes_ = 0;
};

// Makes orphans of learner programs children of this process, so that none is left behind.
void adopt_orphans();

} // namespace workbook
