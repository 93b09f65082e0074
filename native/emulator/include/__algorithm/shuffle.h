// The orders of gcc's library, which draws two places with one number where the engine's range allows it. gcc also has
// `std::random_shuffle` in C++17 and later, with a warning.
#ifndef __EMU_ALGORITHM_SHUFFLE_H
#define __EMU_ALGORITHM_SHUFFLE_H

#include <__algorithm/iterator_operations.h>
#include <__config>
#include <__iterator/iterator_traits.h>
#include <__random/uniform_int_distribution.h>
#include <__type_traits/remove_reference.h>
#include <__utility/forward.h>
#include <__utility/move.h>
#include <__utility/swap.h>
#include <cstdint>
#include <cstdlib>

#define shuffle __emu_shuffle
#define __shuffle __emu_policy_shuffle
#include_next <__algorithm/shuffle.h>
#undef shuffle
#undef __shuffle

#pragma GCC system_header

_LIBCPP_PUSH_MACROS
#include <__undef_macros>

_LIBCPP_BEGIN_NAMESPACE_STD

template <class _AlgPolicy, class _RandomAccessIterator, class _Sentinel, class _UniformRandomNumberGenerator>
_RandomAccessIterator __shuffle(_RandomAccessIterator __first, _Sentinel __sentinel,
                                _UniformRandomNumberGenerator&& __g) {
  typedef typename iterator_traits<_RandomAccessIterator>::difference_type _Step;
  typedef make_unsigned_t<_Step> _Place;
  typedef uniform_int_distribution<_Place> _Draw;
  typedef remove_reference_t<_UniformRandomNumberGenerator> _Engine;
  typedef common_type_t<typename _Engine::result_type, _Place> _Bits;

  const _RandomAccessIterator __last = _IterOps<_AlgPolicy>::next(__first, __sentinel);
  const _Bits __count = (_Bits)(__last - __first);
  if (__count == 0) return __last;
  const auto __exchange = [&](_Bits __a, _Bits __b) {
    _IterOps<_AlgPolicy>::iter_swap(__first + (_Step)__a, __first + (_Step)__b);
  };
  const _Bits __most = (_Bits)_Engine::max() - (_Bits)_Engine::min();
  _Bits __at = 1;
  if (__most / __count < __count) {
    _Draw __draw;
    for (; __at < __count; __at++) __exchange(__at, __draw(__g, typename _Draw::param_type(0, (_Place)__at)));
    return __last;
  }
  if (__count % 2 == 0) __exchange(__at++, _Draw(0, 1)(__g));
  for (; __at < __count; __at += 2) {
    const _Place __both = _Draw(0, (_Place)((__at + 1) * (__at + 2) - 1))(__g);
    __exchange(__at, __both / (_Place)(__at + 2));
    __exchange(__at + 1, __both % (_Place)(__at + 2));
  }
  return __last;
}

template <class _RandomAccessIterator, class _UniformRandomNumberGenerator>
void shuffle(_RandomAccessIterator __first, _RandomAccessIterator __last, _UniformRandomNumberGenerator&& __g) {
  (void)std::__shuffle<_ClassicAlgPolicy>(std::move(__first), std::move(__last),
                                          std::forward<_UniformRandomNumberGenerator>(__g));
}

template <class _RandomAccessIterator>
void random_shuffle(_RandomAccessIterator __first, _RandomAccessIterator __last) {
  for (auto __count = __last - __first, __at = __count - __count + 1; __at < __count; __at++) {
    const auto __other = std::rand() % (__at + 1);
    if (__at != __other) _IterOps<_ClassicAlgPolicy>::iter_swap(__first + __at, __first + __other);
  }
}
template <class _RandomAccessIterator, class _Random>
void random_shuffle(_RandomAccessIterator __first, _RandomAccessIterator __last, _Random&& __random) {
  for (auto __count = __last - __first, __at = __count - __count + 1; __at < __count; __at++) {
    const auto __other = __random(__at + 1);
    if (__at != __other) _IterOps<_ClassicAlgPolicy>::iter_swap(__first + __at, __first + __other);
  }
}

_LIBCPP_END_NAMESPACE_STD

_LIBCPP_POP_MACROS

#endif
