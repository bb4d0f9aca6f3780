// The virtual GPU's engine for one learner program: a process of the checker's, out of reach of the
// program whose calls it serves (wire/engine.hpp).
#pragma once

#include "harness/arena.hpp"
#include "harness/confinement.hpp"
#include "harness/sandbox.hpp"
#include "wire/engine.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace workbook {

// The virtual GPU was compiled for instructions that this processor does not have.
struct OtherProcessor : std::runtime_error {
    OtherProcessor()
        : std::runtime_error("the virtual GPU was built for another processor than this machine "
                             "has. Build it again on this machine, or with -DWORKBOOK_NATIVE=OFF "
                             "for all machines") {}
};

// The system refused to start it.
struct CannotStart : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class EngineProcess {
  public:
    struct Start {
        std::string folder; // of the virtual GPU: the engine lies there
        wire::Setup setup;
        int arena = -1; // descriptor of the learner program's
        Limits limits;
        bool confine = false;
    };

    // `exchange`: lives as long as the engine does. Throws CannotConfine, CannotStart,
    // std::runtime_error.
    EngineProcess(const Start& start, const Arena& exchange);
    ~EngineProcess();
    EngineProcess(const EngineProcess&) = delete;
    EngineProcess& operator=(const EngineProcess&) = delete;

    // The learner program's end of the door; the caller closes it when that program has it.
    int take_door();
    // Waits for the reply; nothing when the engine dies, works longer than that, or
    // `takes_too_much_memory` says so. Then it is ended. Throws OtherProcessor.
    std::optional<wire::EngineReply> ask(const wire::EngineRequest& request, double seconds,
                                         const std::function<bool()>& takes_too_much_memory);
    // It has died, or never came up. Throws OtherProcessor.
    bool has_ended();

    // Its memory: its own, and what it shares with the learner program, whether that is mapped or
    // not.
    std::uint64_t bytes() const;
    bool took_too_much_memory() const { return took_too_much_memory_; }
    bool took_too_long() const { return took_too_long_; }
    bool machine_was_busy() const { return machine_was_busy_; } // when it took too long
    // The seconds in which it got no processor while ask() waited for it, since the last call of
    // this.
    double take_waited() { return std::exchange(waited_, 0); }
    // Whether a SIGKILL that this checker did not send has ended it.
    bool was_killed();
    // Its number; 0 if it has ended.
    int number() const { return process_ > 0 ? process_ : 0; }
    // What the device is doing; empty if nothing.
    std::string activity() const;
    // What it has written to the fault log since the last call of this; whole lines.
    std::string new_fault_lines();

  private:
    void spawn(const Start& start);
    bool reap(); // true if it has ended
    void see_end();
    int end(); // its exit status; -1 if a signal ended it, ours or another

    const Arena& exchange_;
    Limits limits_;
    std::unique_ptr<Confinement> confinement_;
    int process_ = -1;
    int status_ = 0; // with which it ended by itself, as waitpid() has it
    int control_ = -1, door_ = -1, fault_log_ = -1;
    std::uint64_t fault_log_read_ = 0;
    bool took_too_much_memory_ = false, took_too_long_ = false, machine_was_busy_ = false;
    double waited_ = 0;
};

} // namespace workbook
