// The few calls of the CUDA driver that the tracer needs. The driver rather than the runtime: its
// errors do not become the program's "last error", and its calls are not traced.
//
// libcuda.so.1 comes with the GPU's driver and is therefore looked up at run time.
#pragma once

#include <cuda.h>

#include <optional>
#include <string>

namespace workbook::cupti {

enum class Place { host, device, managed };

class Driver {
  public:
    // nullptr on a machine without one.
    static const Driver* find();

    Place place_of(const void* pointer) const;

    struct DeviceName {
        std::string name;
        int major = 0, minor = 0;
    };
    // The current context's device, or the first one; nothing if there is none.
    std::optional<DeviceName> device() const;

    struct Error {
        int code = 0; // a CUresult; those of kernels agree with cudaError_t
        std::string name, text;
    };
    // Waits for all work of the current context; nothing if that went well or there is no context.
    std::optional<Error> synchronize() const;

  private:
    bool bind(void* library);

    decltype(&cuInit) init_ = nullptr;
    decltype(&cuDeviceGet) device_get_ = nullptr;
    decltype(&cuDeviceGetName) device_name_ = nullptr;
    decltype(&cuDeviceGetAttribute) device_attribute_ = nullptr;
    decltype(&cuCtxGetCurrent) current_context_ = nullptr;
    decltype(&cuCtxGetDevice) context_device_ = nullptr;
    CUresult (*synchronize_)() = nullptr;
    decltype(&cuPointerGetAttribute) pointer_attribute_ = nullptr;
    decltype(&cuGetErrorName) error_name_ = nullptr;
    decltype(&cuGetErrorString) error_string_ = nullptr;
};

} // namespace workbook::cupti
