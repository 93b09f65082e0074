// C++ exceptions, as Clang writes them for Emscripten: what may throw inside a try block is called through an import
// (env.invoke_…, grader/host/module/exceptions.ts), which catches the unwinding and leaves a mark in __THREW__.
#include "cuda.h"

/** The Itanium ABI's std::type_info: a table of virtual functions, then the mangled name. */
typedef struct TypeInfo TypeInfo;
typedef struct {
  void (*destroy)(TypeInfo *), (*delete)(TypeInfo *), (*noop1)(const TypeInfo *), (*noop2)(const TypeInfo *);
  _Bool (*can_catch)(const TypeInfo *handler, const TypeInfo *thrown, void **object);
} TypeTable;
struct TypeInfo {
  const TypeTable *table;
  const char *name;
};

/** Weak: a program without exceptions of the library has none of it. */
extern const TypeInfo std_exception __asm__("_ZTISt9exception") __attribute__((weak));
/** An object of a class with virtual functions; those of std::exception: two destructors, then what(). */
typedef struct {
  const char *(*const *table)(const void *);
} Polymorphic;
enum { WHAT = 2 };

void *malloc(size_t bytes);
void free(void *pointer);
_Noreturn void abort(void);

/** What lies before an object that is thrown. */
typedef struct Exception Exception;
struct Exception {
  const TypeInfo *type;
  void *(*destructor)(void *);
  void *adjusted;     // the part of it that the handler wants
  Exception *outer;   // being handled further out
  int handlers;       // that it is in: rethrown, it is negative
  int pad[3];
};
#define OBJECT(exception) ((void *)((exception) + 1))
#define HEADER(object) ((Exception *)(object) - 1)

static Exception *thrown;  // on its way to a handler
static Exception *handled; // in its handler, the innermost
size_t __THREW__;
u32 __threwValue;
static u32 second; // the other half of a landing pad's pair

/** What the exception that was thrown last says of itself; null where it is none of std::exception's. */
const char *__emu_host_what(void) {
  if (!thrown || !&std_exception) return 0;
  void *object = OBJECT(thrown);
  if (!std_exception.table->can_catch(&std_exception, thrown->type, &object)) return 0;
  return ((const Polymorphic *)object)->table[WHAT](object);
}

u32 getTempRet0(void) { return second; }
void setTempRet0(u32 value) { second = value; }
void __emu_host_threw(void) { __THREW__ = 1; }

void *__cxa_allocate_exception(size_t bytes) {
  Exception *exception = malloc(sizeof(Exception) + bytes);
  if (!exception) abort();
  *exception = (Exception){0};
  return OBJECT(exception);
}
void __cxa_free_exception(void *object) { free(HEADER(object)); }

static _Noreturn void unwind(Exception *exception) {
  thrown = exception;
  __emu_host_throw_exception(exception->type->name);
}

_Noreturn void __cxa_throw(void *object, TypeInfo *type, void *(*destructor)(void *)) {
  HEADER(object)->type = type;
  HEADER(object)->destructor = destructor;
  unwind(HEADER(object));
}

_Noreturn void __cxa_rethrow(void) {
  if (!handled) abort();
  handled->handlers = -handled->handlers;
  unwind(handled);
}

/** After the destructors of a frame that has no handler: what is thrown goes on. */
_Noreturn void __resumeException(void *object) {
  thrown = HEADER(object);
  __emu_host_resume_exception();
}

/** The object as its handler sees it; of a pointer, its value. */
void *__cxa_get_exception_ptr(void *object) { return HEADER(object)->adjusted; }

void *__cxa_begin_catch(void *object) {
  Exception *exception = HEADER(object);
  exception->handlers = (exception->handlers < 0 ? -exception->handlers : exception->handlers) + 1;
  if (handled != exception) {
    exception->outer = handled;
    handled = exception;
  }
  return exception->adjusted;
}

void __cxa_end_catch(void) {
  Exception *exception = handled;
  if (!exception) return;
  if (exception->handlers < 0) {
    // Rethrown: it lives on, and is no longer handled here once its last handler is left.
    if (++exception->handlers == 0) handled = exception->outer;
    return;
  }
  if (--exception->handlers > 0) return;
  handled = exception->outer;
  if (exception->destructor) exception->destructor(OBJECT(exception));
  free(exception);
}

int llvm_eh_typeid_for(const TypeInfo *type) { return (int)(size_t)type; }

/** Finds the first clause of a landing pad that takes what is thrown; null is `catch (...)`. */
static void *match(u32 count, const TypeInfo *const *clauses) {
  Exception *exception = thrown;
  void *object = OBJECT(exception);
  exception->adjusted = object;
  for (u32 i = 0; i < count; i++) {
    const TypeInfo *clause = clauses[i];
    void *adjusted = exception->adjusted;
    if (clause && !clause->table->can_catch(clause, exception->type, &adjusted)) continue;
    exception->adjusted = adjusted;
    second = (u32)(size_t)clause;
    return object;
  }
  second = 0;
  return object;
}

typedef const TypeInfo *Clause;
void *__cxa_find_matching_catch_2(void) { return match(0, 0); }
#define MATCHING(n, count, parameters, ...)                                                                            \
  void *__cxa_find_matching_catch_##n parameters { return match(count, (Clause[]){__VA_ARGS__}); }
MATCHING(3, 1, (Clause a), a)
MATCHING(4, 2, (Clause a, Clause b), a, b)
MATCHING(5, 3, (Clause a, Clause b, Clause c), a, b, c)
MATCHING(6, 4, (Clause a, Clause b, Clause c, Clause d), a, b, c, d)
MATCHING(7, 5, (Clause a, Clause b, Clause c, Clause d, Clause e), a, b, c, d, e)
MATCHING(8, 6, (Clause a, Clause b, Clause c, Clause d, Clause e, Clause f), a, b, c, d, e, f)
