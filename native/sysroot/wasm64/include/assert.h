#include <features.h>

#undef assert

#ifdef NDEBUG
#define	assert(x) (void)0
#else
#ifdef __cplusplus
#define __ASSERT_FUNCTION __PRETTY_FUNCTION__
#else
#define __ASSERT_FUNCTION __func__
#endif
#define assert(x) ((void)((x) || (__assert_fail(#x, __FILE__, __LINE__, __ASSERT_FUNCTION),0)))
#endif

#if __STDC_VERSION__ >= 201112L && !defined(__cplusplus)
#define static_assert _Static_assert
#endif

#ifdef __cplusplus
extern "C" {
#endif

_Noreturn void __assert_fail (const char *, const char *, int, const char *);

#ifdef __cplusplus
}
#endif
