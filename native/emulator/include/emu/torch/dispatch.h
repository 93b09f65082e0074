// A lambda for the element type of a tensor: it sees it as scalar_t.
#ifndef __EMU_TORCH_DISPATCH_H
#define __EMU_TORCH_DISPATCH_H

#define AT_DISPATCH_CASE(name, ...)        \
  case name: {                             \
    using scalar_t [[maybe_unused]] = typename ::emu_torch::type_of<name>::type; \
    return __VA_ARGS__();                  \
  }
#define AT_DISPATCH_SWITCH(TYPE, NAME, ...)                                                                 \
  [&] {                                                                                                     \
    const ::at::ScalarType emu_torch_type = TYPE;                                                           \
    switch (emu_torch_type) {                                                                               \
      __VA_ARGS__                                                                                           \
      default: ::emu_torch::not_implemented(NAME, emu_torch_type);                                          \
    }                                                                                                       \
  }()
#define AT_DISPATCH_CASE_FLOATING_TYPES(...) \
  AT_DISPATCH_CASE(::at::ScalarType::Double, __VA_ARGS__) AT_DISPATCH_CASE(::at::ScalarType::Float, __VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...)                                                           \
  AT_DISPATCH_CASE(::at::ScalarType::Byte, __VA_ARGS__) AT_DISPATCH_CASE(::at::ScalarType::Char, __VA_ARGS__) \
  AT_DISPATCH_CASE(::at::ScalarType::Int, __VA_ARGS__) AT_DISPATCH_CASE(::at::ScalarType::Long, __VA_ARGS__)  \
  AT_DISPATCH_CASE(::at::ScalarType::Short, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES(TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES(TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES(TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))

// The narrow types are no element type of an exercise.
#define __EMU_TORCH_NO_DISPATCH(name) _Pragma(name) 0
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(...) \
  __EMU_TORCH_NO_DISPATCH("GCC error \"unsupported feature: AT_DISPATCH_FLOATING_TYPES_AND_HALF\"")
#define AT_DISPATCH_FLOATING_TYPES_AND(...) __EMU_TORCH_NO_DISPATCH("GCC error \"unsupported feature: AT_DISPATCH_FLOATING_TYPES_AND\"")
#define AT_DISPATCH_FLOATING_TYPES_AND2(...) __EMU_TORCH_NO_DISPATCH("GCC error \"unsupported feature: AT_DISPATCH_FLOATING_TYPES_AND2\"")
#define AT_DISPATCH_ALL_TYPES_AND(...) __EMU_TORCH_NO_DISPATCH("GCC error \"unsupported feature: AT_DISPATCH_ALL_TYPES_AND\"")
#define AT_DISPATCH_ALL_TYPES_AND2(...) __EMU_TORCH_NO_DISPATCH("GCC error \"unsupported feature: AT_DISPATCH_ALL_TYPES_AND2\"")

namespace emu_torch {
template <c10::ScalarType> struct type_of;
#define __EMU_TORCH_TYPE_OF(name, T)               \
  template <> struct type_of<c10::ScalarType::name> { \
    using type = T;                              \
  };
__EMU_TORCH_TYPE_OF(Byte, uint8_t)
__EMU_TORCH_TYPE_OF(Char, int8_t)
__EMU_TORCH_TYPE_OF(Short, int16_t)
__EMU_TORCH_TYPE_OF(Int, int32_t)
__EMU_TORCH_TYPE_OF(Long, int64_t)
__EMU_TORCH_TYPE_OF(Float, float)
__EMU_TORCH_TYPE_OF(Double, double)
__EMU_TORCH_TYPE_OF(Bool, bool)
#undef __EMU_TORCH_TYPE_OF
__EMU_TORCH_FAILS inline void not_implemented(const char *name, c10::ScalarType type) {
  throw c10::NotImplementedError(c10::str('"', name, "\" not implemented for '", type, "'"));
}
} // namespace emu_torch

#endif
