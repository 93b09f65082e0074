// The numbers of gcc's library. The standard leaves them open, and Clang's library draws others from the same engine.
// An engine of 32 or 64 bits is scaled with a multiplication (Lemire, "Fast Random Integer Generation in an Interval").
#ifndef __EMU_RANDOM_UNIFORM_INT_DISTRIBUTION_H
#define __EMU_RANDOM_UNIFORM_INT_DISTRIBUTION_H

#define uniform_int_distribution __emu_uniform_int_distribution
#include_next <__random/uniform_int_distribution.h>
#undef uniform_int_distribution

#include <__type_traits/common_type.h>
#include <__type_traits/make_unsigned.h>

#pragma GCC system_header

_LIBCPP_PUSH_MACROS
#include <__undef_macros>

_LIBCPP_BEGIN_NAMESPACE_STD

template <class _IntType = int>
class uniform_int_distribution : public __emu_uniform_int_distribution<_IntType> {
  typedef __emu_uniform_int_distribution<_IntType> __base;

public:
  typedef _IntType result_type;
  typedef typename __base::param_type param_type;

  uniform_int_distribution() : uniform_int_distribution(0) {}
  explicit uniform_int_distribution(result_type __a, result_type __b = numeric_limits<result_type>::max())
      : __base(__a, __b) {}
  explicit uniform_int_distribution(const param_type& __p) : __base(__p) {}

  template <class _URNG>
  result_type operator()(_URNG& __g) {
    return (*this)(__g, this->param());
  }
  template <class _URNG>
  result_type operator()(_URNG& __g, const param_type& __p) {
    typedef common_type_t<typename _URNG::result_type, make_unsigned_t<_IntType>> _Bits;
    const _Bits __range = (_Bits)__p.b() - (_Bits)__p.a();
    return (result_type)(__emu_draw<_Bits>(__g, __range) + (_Bits)__p.a());
  }

private:
  // A number of 0 to __range.
  template <class _Bits, class _URNG>
  static _Bits __emu_draw(_URNG& __g, _Bits __range) {
    constexpr _Bits __most = (_Bits)_URNG::max() - (_Bits)_URNG::min();
    if (__range == __most) return (_Bits)__g() - (_Bits)_URNG::min();
    if (__range > __most) {
      const _Bits __step = __most + 1;
      for (;;) {
        const _Bits __high = __step * __emu_draw<_Bits>(__g, __range / __step);
        const _Bits __number = __high + ((_Bits)__g() - (_Bits)_URNG::min());
        if (__number <= __range && __number >= __high) return __number;
      }
    }
    const _Bits __count = __range + 1;
    if constexpr (__most == UINT64_MAX) {
      return (_Bits)__emu_scaled<uint64_t, unsigned __int128>(__g, __count);
    } else if constexpr (__most == UINT32_MAX) {
      return (_Bits)__emu_scaled<uint32_t, uint64_t>(__g, __count);
    } else {
      const _Bits __part = __most / __count;
      for (;;) {
        const _Bits __number = (_Bits)__g() - (_Bits)_URNG::min();
        if (__number < __count * __part) return __number / __part;
      }
    }
  }
  template <class _Half, class _Whole, class _URNG>
  static _Half __emu_scaled(_URNG& __g, _Half __count) {
    _Whole __product = (_Whole)__g() * __count;
    if ((_Half)__product < __count) {
      const _Half __rejected = (_Half)-__count % __count;
      while ((_Half)__product < __rejected) __product = (_Whole)__g() * __count;
    }
    return (_Half)(__product >> numeric_limits<_Half>::digits);
  }
};

_LIBCPP_END_NAMESPACE_STD

_LIBCPP_POP_MACROS

#endif
