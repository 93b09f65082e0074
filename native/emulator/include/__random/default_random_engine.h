// The engine that gcc's library has by this name. Clang's own has another one.
#ifndef __EMU_RANDOM_DEFAULT_RANDOM_ENGINE_H
#define __EMU_RANDOM_DEFAULT_RANDOM_ENGINE_H

#include <__config>
#include <__random/linear_congruential_engine.h>

_LIBCPP_BEGIN_NAMESPACE_STD
typedef minstd_rand0 default_random_engine;
_LIBCPP_END_NAMESPACE_STD

#endif
