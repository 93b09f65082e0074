// Pointers to device memory that host code can dereference too: each access of the host copies one element.
#ifndef __EMU_THRUST_DEVICE_PTR_H
#define __EMU_THRUST_DEVICE_PTR_H

#include "emu_thrust/facade.h"

namespace thrust {

template <class T>
class device_ptr;
template <class T>
class device_reference;

namespace emu {
/** `->` of a pointer to device memory would be an access of the host that nobody sees: there is none. */
template <class T, bool IsVoid>
struct device_ptr_base : facade<device_ptr<T>, std::remove_cv_t<T>, device_reference<T>, device_system> {};
template <class T>
struct device_ptr_base<T, true> {
  using value_type = void;
  using reference = void;
  using pointer = void;
  using difference_type = ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;
  using emu_system = device_system;
};
}  // namespace emu

template <class T>
class device_ptr : public emu::device_ptr_base<T, std::is_void_v<T>> {
  T *raw;

 public:
  using element_type = T;
  using raw_pointer = T *;
  __EMU_FOLDED device_ptr() : raw(nullptr) {}
  __EMU_FOLDED device_ptr(decltype(nullptr)) : raw(nullptr) {}
  template <class U, std::enable_if_t<std::is_convertible_v<U *, T *>, int> = 0>
  __EMU_FOLDED explicit device_ptr(U *pointer) : raw(pointer) {}
  template <class U, std::enable_if_t<std::is_convertible_v<U *, T *>, int> = 0>
  __EMU_FOLDED device_ptr(const device_ptr<U> &other) : raw(other.get()) {}
  // From device_ptr<void>, as device_malloc answers it.
  template <class U, std::enable_if_t<std::is_void_v<U> && !std::is_void_v<T>, int> = 0>
  __EMU_FOLDED explicit device_ptr(const device_ptr<U> &other) : raw(static_cast<T *>(other.get())) {}

  __EMU_FOLDED T *get() const { return raw; }
  __EMU_FOLDED explicit operator bool() const { return raw != nullptr; }

  __EMU_FOLDED auto emu_at() const { return device_reference<T>(*this); }
  __EMU_FOLDED void emu_move(ptrdiff_t n) { raw += n; }
  __EMU_FOLDED ptrdiff_t emu_since(const device_ptr &other) const { return raw - other.raw; }
  __EMU_FOLDED T *emu_bare() const { return raw; }
};

template <class T>
__EMU_FOLDED device_ptr<T> device_pointer_cast(T *pointer) {
  return device_ptr<T>(pointer);
}
template <class T>
__EMU_FOLDED device_ptr<T> device_pointer_cast(const device_ptr<T> &pointer) {
  return pointer;
}
template <class T>
__EMU_FOLDED T *raw_pointer_cast(T *pointer) {
  return pointer;
}
template <class P>
__EMU_FOLDED auto raw_pointer_cast(const P &pointer) -> decltype(pointer.get()) {
  return pointer.get();
}

/** An element of device memory. */
template <class T>
class device_reference {
  device_ptr<T> at;
  using value = std::remove_cv_t<T>;

  __EMU_FOLDED void store(const value &to) const {
#ifdef __CUDA_ARCH__
    *at.get() = to;
#else
    emu::checked(cudaMemcpy(at.get(), &to, sizeof(T), cudaMemcpyHostToDevice), "an element of device memory");
#endif
  }
  __EMU_FOLDED value load() const {
#ifdef __CUDA_ARCH__
    return *at.get();
#else
    alignas(value) unsigned char bytes[sizeof(value)];
    emu::checked(cudaMemcpy(bytes, at.get(), sizeof(value), cudaMemcpyDeviceToHost), "an element of device memory");
    return *(value *)bytes;
#endif
  }

 public:
  using value_type = value;
  using pointer = device_ptr<T>;
  __EMU_FOLDED explicit device_reference(const device_ptr<T> &pointer) : at(pointer) {}
  device_reference(const device_reference &) = default;
  template <class U, std::enable_if_t<std::is_convertible_v<U *, T *> && !std::is_same_v<U, T>, int> = 0>
  __EMU_FOLDED device_reference(const device_reference<U> &other) : at(&other) {}

  __EMU_FOLDED operator value() const { return load(); }
  __EMU_FOLDED device_ptr<T> operator&() const { return at; }
  __EMU_FOLDED const device_reference &operator=(const value &to) const {
    store(to);
    return *this;
  }
  __EMU_FOLDED const device_reference &operator=(const device_reference &other) const {
    store(other.load());
    return *this;
  }
  template <class U>
  __EMU_FOLDED const device_reference &operator=(const device_reference<U> &other) const {
    store(static_cast<U>(other));
    return *this;
  }
#define __EMU_ASSIGNING(sign)                                         \
  template <class U>                                                \
  __EMU_FOLDED const device_reference &operator sign(const U & by) const { \
    value changed = load();                                         \
    changed sign by;                                                \
    store(changed);                                                 \
    return *this;                                                   \
  }
  __EMU_ASSIGNING(+=)
  __EMU_ASSIGNING(-=)
  __EMU_ASSIGNING(*=)
  __EMU_ASSIGNING(/=)
  __EMU_ASSIGNING(%=)
  __EMU_ASSIGNING(<<=)
  __EMU_ASSIGNING(>>=)
  __EMU_ASSIGNING(&=)
  __EMU_ASSIGNING(|=)
  __EMU_ASSIGNING(^=)
#undef __EMU_ASSIGNING
  __EMU_FOLDED const device_reference &operator++() const { return *this += 1; }
  __EMU_FOLDED const device_reference &operator--() const { return *this -= 1; }
  __EMU_FOLDED value operator++(int) const {
    value before = load();
    *this += 1;
    return before;
  }
  __EMU_FOLDED value operator--(int) const {
    value before = load();
    *this -= 1;
    return before;
  }
  __EMU_FOLDED friend void swap(const device_reference &x, const device_reference &y) {
    value kept = x.load();
    x.store(y.load());
    y.store(kept);
  }
};

template <class Stream, class T>
auto operator<<(Stream &to, const device_reference<T> &from) -> decltype(to << std::declval<const T &>()) {
  return to << static_cast<std::remove_cv_t<T>>(from);
}

template <class T>
__EMU_FOLDED T &raw_reference_cast(T &reference) {
  return reference;
}
template <class T>
__EMU_FOLDED T &raw_reference_cast(const device_reference<T> &reference) {
  return *(&reference).get();
}

}  // namespace thrust

#endif
