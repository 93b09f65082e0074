// The numbers of gcc's library: of the two that one step of the polar method gives, the second comes first.
#ifndef __EMU_RANDOM_NORMAL_DISTRIBUTION_H
#define __EMU_RANDOM_NORMAL_DISTRIBUTION_H

#define normal_distribution __emu_normal_distribution
#include_next <__random/normal_distribution.h>
#undef normal_distribution

#pragma GCC system_header

_LIBCPP_PUSH_MACROS
#include <__undef_macros>

_LIBCPP_BEGIN_NAMESPACE_STD

template <class _RealType = double>
class normal_distribution : public __emu_normal_distribution<_RealType> {
  typedef __emu_normal_distribution<_RealType> __base;

public:
  typedef _RealType result_type;
  typedef typename __base::param_type param_type;

  normal_distribution() : normal_distribution(0) {}
  explicit normal_distribution(result_type __mean, result_type __stddev = 1) : __base(__mean, __stddev) {}
  explicit normal_distribution(const param_type& __p) : __base(__p) {}

  void reset() { __is_kept_ = false; }

  template <class _URNG>
  result_type operator()(_URNG& __g) {
    return (*this)(__g, this->param());
  }
  template <class _URNG>
  result_type operator()(_URNG& __g, const param_type& __p) {
    result_type __number;
    if (__is_kept_) {
      __is_kept_ = false;
      __number = __kept_;
    } else {
      uniform_real_distribution<result_type> __side(-1, 1);
      result_type __x, __y, __square;
      do {
        __x = __side(__g);
        __y = __side(__g);
        __square = __x * __x + __y * __y;
      } while (__square > 1 || __square == 0);
      const result_type __factor = std::sqrt(-2 * std::log(__square) / __square);
      __kept_ = __x * __factor;
      __is_kept_ = true;
      __number = __y * __factor;
    }
    return __number * __p.stddev() + __p.mean();
  }

  friend bool operator==(const normal_distribution& __a, const normal_distribution& __b) {
    return __a.param() == __b.param() && __a.__is_kept_ == __b.__is_kept_ &&
           (!__a.__is_kept_ || __a.__kept_ == __b.__kept_);
  }
  friend bool operator!=(const normal_distribution& __a, const normal_distribution& __b) { return !(__a == __b); }

private:
  result_type __kept_ = 0;
  bool __is_kept_ = false;
};

_LIBCPP_END_NAMESPACE_STD

_LIBCPP_POP_MACROS

#endif
