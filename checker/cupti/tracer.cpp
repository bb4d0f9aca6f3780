// libworkbook_cupti.so: the trace of a call on a real GPU (checker/wire/trace_source.hpp), written
// by a CUPTI callback at the entry and the exit of each CUDA runtime call.
#include "cupti/driver.hpp"
#include "cupti/recorder.hpp"
#include "cupti/runtime_call.hpp"
#include "wire/trace_source.hpp"

#include <cupti.h>

#include <atomic>
#include <cstdio>
#include <dlfcn.h>
#include <mutex>
#include <string>

namespace workbook::cupti {

namespace {

class Tracer {
  public:
    // Lives as long as the program: callbacks may come until its end.
    static Tracer& instance() {
        static Tracer* const tracer = new Tracer;
        return *tracer;
    }

    void begin() {
        const Quiet quiet;
        const std::scoped_lock lock(mutex_);
        subscribe();
        recorder_.begin();
        recording_ = true;
    }

    const std::string& end() {
        const Quiet quiet;
        recording_ = false;
        const std::scoped_lock lock(mutex_);
        return recorder_.end(Driver::find(), unavailable_);
    }

  private:
    // While one lives, calls of this thread are the tracer's own (or inside another call).
    struct Quiet {
        Quiet() { ++depth; }
        ~Quiet() { --depth; }
    };
    static thread_local int depth;
    static thread_local Recorder::Places places; // of the copy under way

    void subscribe() {
        if (subscribed_) return;
        subscribed_ = true;
        if (Driver::find() == nullptr) {
            unavailable_ = "there is no NVIDIA driver (libcuda.so.1) or it finds no GPU";
        } else {
            CUptiResult result = cuptiSubscribe(&subscriber_, &Tracer::callback, this);
            if (result == CUPTI_SUCCESS)
                result = cuptiEnableDomain(1, subscriber_, CUPTI_CB_DOMAIN_RUNTIME_API);
            if (result != CUPTI_SUCCESS) {
                const char* text = nullptr;
                cuptiGetResultString(result, &text);
                unavailable_ = std::string("CUPTI answered ") +
                               (text != nullptr ? text : "an error") +
                               "; is a profiler or debugger attached?";
            }
        }
        if (!unavailable_.empty())
            std::fprintf(stderr, "workbook: calls to the GPU are not traced: %s\n",
                         unavailable_.c_str());
    }

    static void CUPTIAPI callback(void* self, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                                  const void* data) {
        if (domain == CUPTI_CB_DOMAIN_RUNTIME_API)
            static_cast<Tracer*>(self)->on_call(id, *static_cast<const CUpti_CallbackData*>(data));
    }

    void on_call(CUpti_CallbackId id, const CUpti_CallbackData& data) {
        if (!recording_ || depth != 0) return;
        RuntimeCall call;
        if (!read_call(id, data.functionParams, call)) return;
        const Quiet quiet;
        if (data.callbackSite == CUPTI_API_ENTER) {
            if (call.what == RuntimeCall::What::copy) places = places_of(call);
            return;
        }
        const int error = *static_cast<const cudaError_t*>(data.functionReturnValue);
        std::uint64_t static_shared_bytes = 0;
        if (call.what == RuntimeCall::What::launch && error == cudaSuccess)
            static_shared_bytes = shared_bytes_of(call.kernel);
        const std::scoped_lock lock(mutex_);
        recorder_.add(call, data.functionName, data.symbolName, error, places, static_shared_bytes);
    }

    static Recorder::Places places_of(const RuntimeCall& call) {
        const Driver* driver = Driver::find();
        Recorder::Places result;
        if (driver == nullptr) return result;
        result.destination = call.to_symbol ? Place::device : driver->place_of(call.destination);
        result.source = call.from_symbol ? Place::device : driver->place_of(call.source);
        return result;
    }

    template <class Function>
    static Function* of_program(const char* name) {
        return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
    }

    // Asks the program's own runtime, after a launch that succeeded. It does not know the kernels
    // of a library that has a runtime of its own, as cuBLAS has: its error is not left behind, and
    // an error that the program has yet to fetch is not touched.
    static std::uint64_t shared_bytes_of(const void* kernel) {
        static auto* const ask =
            of_program<cudaError_t(cudaFuncAttributes*, const void*)>("cudaFuncGetAttributes");
        static auto* const peek = of_program<cudaError_t()>("cudaPeekAtLastError");
        static auto* const forget = of_program<cudaError_t()>("cudaGetLastError");
        if (ask == nullptr || peek == nullptr || forget == nullptr || peek() != cudaSuccess)
            return 0;
        cudaFuncAttributes attributes{};
        if (ask(&attributes, kernel) == cudaSuccess) return attributes.sharedSizeBytes;
        forget();
        return 0;
    }

    std::mutex mutex_;
    std::atomic<bool> recording_ = false;
    bool subscribed_ = false;
    std::string unavailable_;
    CUpti_SubscriberHandle subscriber_ = nullptr;
    Recorder recorder_;
};

thread_local int Tracer::depth = 0;
thread_local Recorder::Places Tracer::places;

} // namespace

} // namespace workbook::cupti

extern "C" {

__attribute__((visibility("default"))) void workbook_trace_begin(void) {
    workbook::cupti::Tracer::instance().begin();
}

__attribute__((visibility("default"))) const char* workbook_trace_end(std::size_t* bytes) {
    const std::string& text = workbook::cupti::Tracer::instance().end();
    *bytes = text.size();
    return text.c_str();
}
}
