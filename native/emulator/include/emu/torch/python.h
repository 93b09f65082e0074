// What binds functions to Python: nothing here calls it, so that it is only read.
#ifndef __EMU_TORCH_PYTHON_H
#define __EMU_TORCH_PYTHON_H

namespace pybind11 {
struct arg {
  explicit constexpr arg(const char *) {}
  template <class T> const arg &operator=(T &&) const { return *this; }
};
struct gil_scoped_release {};
template <class... Guards> struct call_guard {};
namespace literals {
constexpr arg operator""_a(const char *name, size_t) { return arg(name); }
} // namespace literals
} // namespace pybind11
namespace py = pybind11;

#ifndef TORCH_EXTENSION_NAME
#define TORCH_EXTENSION_NAME extension
#endif
#define __EMU_TORCH_JOINED(a, b) a##b
#define __EMU_TORCH_JOIN(a, b) __EMU_TORCH_JOINED(a, b)
// A template that nobody makes a function of.
#define PYBIND11_MODULE(name, module, ...) template <class Module> static inline void __EMU_TORCH_JOIN(emu_torch_bind_, name)(Module & module)
#define TORCH_LIBRARY(name, module) template <class Module> static inline void __EMU_TORCH_JOIN(emu_torch_library_, name)(Module & module)
#define TORCH_LIBRARY_IMPL(name, key, module) \
  template <class Module> static inline void __EMU_TORCH_JOIN(emu_torch_##key##_, name)(Module & module)

#endif
