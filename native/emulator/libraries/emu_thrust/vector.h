// The vectors: elements in memory of the host, of the device, or of both.
#ifndef __EMU_THRUST_VECTOR_H
#define __EMU_THRUST_VECTOR_H

#include <initializer_list>
#include <memory>
#include <vector>

#include "thrust/copy.h"
#include "thrust/device_ptr.h"
#include "thrust/distance.h"
#include "thrust/fill.h"
#include "thrust/iterator/constant_iterator.h"
#include "thrust/iterator/reverse_iterator.h"

namespace thrust {

/** A pointer to managed memory: host code reads it as it is, and algorithms run on the device. */
template <class T>
class universal_ptr : public emu::facade<universal_ptr<T>, std::remove_cv_t<T>, T &, emu::device_system> {
  T *raw;

 public:
  using element_type = T;
  __EMU_FOLDED universal_ptr() : raw(nullptr) {}
  __EMU_FOLDED explicit universal_ptr(T *pointer) : raw(pointer) {}
  template <class U, std::enable_if_t<std::is_convertible_v<U *, T *>, int> = 0>
  __EMU_FOLDED universal_ptr(const universal_ptr<U> &other) : raw(other.get()) {}
  __EMU_FOLDED T *get() const { return raw; }
  __EMU_FOLDED T *operator->() const { return raw; }
  __EMU_FOLDED T &emu_at() const { return *raw; }
  __EMU_FOLDED void emu_move(ptrdiff_t n) { raw += n; }
  __EMU_FOLDED ptrdiff_t emu_since(const universal_ptr &other) const { return raw - other.raw; }
  __EMU_FOLDED T *emu_bare() const { return raw; }
};

namespace emu {

struct host_space {
  template <class T>
  using pointer = T *;
  static void *allocate(size_t bytes) { return ::operator new(bytes); }
  static void release(void *memory) { ::operator delete(memory); }
};
struct device_space {
  template <class T>
  using pointer = device_ptr<T>;
  static void *allocate(size_t bytes) {
    void *memory = nullptr;
    allocated(cudaMalloc(&memory, bytes));
    return memory;
  }
  // At the end of the program the device may be gone: nobody could act on what it answers.
  static void release(void *memory) { (void)cudaFree(memory); }
};
struct managed_space {
  template <class T>
  using pointer = universal_ptr<T>;
  static void *allocate(size_t bytes) {
    void *memory = nullptr;
    allocated(cudaMallocManaged(&memory, bytes));
    return memory;
  }
  static void release(void *memory) { (void)cudaFree(memory); }
};

template <class It>
using if_iterator = std::enable_if_t<!std::is_arithmetic_v<It>, typename std::iterator_traits<It>::iterator_category>;

template <class T, class Space>
class vector {
  T *memory = nullptr;
  size_t used = 0, room = 0;
  static constexpr bool on_host = std::is_same_v<Space, host_space>;

  template <class, class>
  friend class vector;

  void make_room(size_t count) {
    if (count <= room) return;
    vector larger;
    larger.memory = (T *)Space::allocate(count * sizeof(T));
    larger.room = count;
    if constexpr (on_host)
      for (size_t i = 0; i < used; i++) ::new ((void *)(larger.memory + i)) T(static_cast<T &&>(memory[i]));
    else if (used > 0)
      checked(cudaMemcpy((void *)larger.memory, memory, used * sizeof(T), cudaMemcpyDefault), "a vector's elements");
    larger.used = used;
    swap(larger);
  }
  void grow(size_t count) {
    if (count > room) make_room(count > 2 * room ? count : 2 * room);
  }
  void construct(size_t from, size_t to, const T &value) {
    if constexpr (on_host)
      for (size_t i = from; i < to; i++) ::new ((void *)(memory + i)) T(value);
    else if (to > from)
      thrust::fill_n(begin() + from, to - from, value);
  }
  void destroy(size_t from) {
    if constexpr (on_host)
      for (size_t i = from; i < used; i++) memory[i].~T();
    used = from < used ? from : used;
  }
  template <class It>
  static size_t length(It first, It last) {
    if constexpr (has_own_system<It>) return last - first;
    else return std::distance(first, last);
  }
  template <class It>
  void take(It first, size_t count) {
    make_room(count);
    if constexpr (on_host) construct(used, count, T());
    used = count;
    thrust::copy_n(first, count, begin());
  }

 public:
  using value_type = T;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using pointer = typename Space::template pointer<T>;
  using const_pointer = typename Space::template pointer<const T>;
  using iterator = pointer;
  using const_iterator = const_pointer;
  using reference = decltype(*std::declval<pointer>());
  using const_reference = decltype(*std::declval<const_pointer>());
  using reverse_iterator = thrust::reverse_iterator<iterator>;
  using const_reverse_iterator = thrust::reverse_iterator<const_iterator>;

  vector() {}
  explicit vector(size_t count) { resize(count); }
  vector(size_t count, const T &value) { resize(count, value); }
  vector(const vector &other) { take(other.begin(), other.used); }
  vector(vector &&other) { swap(other); }
  template <class U, class Other>
  vector(const vector<U, Other> &other) {
    take(other.begin(), other.size());
  }
  template <class U, class A>
  vector(const std::vector<U, A> &other) {
    take(other.begin(), other.size());
  }
  template <class It, class = if_iterator<It>>
  vector(It first, It last) {
    take(first, length(first, last));
  }
  vector(std::initializer_list<T> values) { take(values.begin(), values.size()); }
  ~vector() {
    destroy(0);
    if (memory) Space::release((void *)memory);
  }

  vector &operator=(const vector &other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  vector &operator=(vector &&other) {
    swap(other);
    return *this;
  }
  template <class U, class Other>
  vector &operator=(const vector<U, Other> &other) {
    assign(other.begin(), other.end());
    return *this;
  }
  template <class U, class A>
  vector &operator=(const std::vector<U, A> &other) {
    assign(other.begin(), other.end());
    return *this;
  }
  vector &operator=(std::initializer_list<T> values) {
    assign(values.begin(), values.end());
    return *this;
  }

  template <class It, class = if_iterator<It>>
  void assign(It first, It last) {
    const size_t count = length(first, last);
    destroy(count);
    take(first, count);
  }
  void assign(size_t count, const T &value) {
    const T kept = value;
    destroy(0);
    resize(count, kept);
  }

  void resize(size_t count) { resize(count, T()); }
  void resize(size_t count, const T &value) {
    if (count < used) return destroy(count);
    make_room(count);
    construct(used, count, value);
    used = count;
  }
  void reserve(size_t count) { make_room(count); }
  void shrink_to_fit() {
    if (room == used) return;
    vector exact(*this);
    swap(exact);
  }
  void clear() { destroy(0); }
  void swap(vector &other) {
    std::swap(memory, other.memory);
    std::swap(used, other.used);
    std::swap(room, other.room);
  }

  size_t size() const { return used; }
  size_t capacity() const { return room; }
  size_t max_size() const { return (size_t)-1 / sizeof(T); }
  bool empty() const { return used == 0; }
  pointer data() { return pointer(memory); }
  const_pointer data() const { return const_pointer(memory); }

  iterator begin() { return iterator(memory); }
  iterator end() { return iterator(memory + used); }
  const_iterator begin() const { return const_iterator(memory); }
  const_iterator end() const { return const_iterator(memory + used); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }

  // Whichever side: a functor of both sides may hold a vector, and use it on the host alone.
  __EMU_FOLDED reference operator[](size_t i) { return *(iterator(memory) + i); }
  __EMU_FOLDED const_reference operator[](size_t i) const { return *(const_iterator(memory) + i); }
  reference front() { return *begin(); }
  const_reference front() const { return *begin(); }
  reference back() { return *(end() - 1); }
  const_reference back() const { return *(end() - 1); }

  void push_back(const T &value) {
    const T kept = value;
    grow(used + 1);
    construct(used, used + 1, kept);
    used++;
  }
  template <class... A>
  reference emplace_back(A &&...arguments) {
    push_back(T(static_cast<A &&>(arguments)...));
    return back();
  }
  void pop_back() { destroy(used - 1); }

  iterator erase(iterator at) { return erase(at, at + 1); }
  iterator erase(iterator first, iterator last) {
    const vector rest(last, end());
    const size_t at = first - begin();
    thrust::copy_n(rest.begin(), rest.size(), first);
    destroy(at + rest.size());
    return begin() + at;
  }
  iterator insert(iterator at, const T &value) { return insert(at, &value, &value + 1); }
  void insert(iterator at, size_t count, const T &value) {
    const std::vector<T> values(count, value);
    insert(at, values.begin(), values.end());
  }
  template <class It, class = if_iterator<It>>
  iterator insert(iterator at, It first, It last) {
    const size_t place = at - begin(), count = length(first, last);
    const vector added(first, last), rest(at, end());
    grow(used + count);
    construct(used, used + count, T());
    used += count;
    thrust::copy_n(added.begin(), count, begin() + place);
    thrust::copy_n(rest.begin(), rest.size(), begin() + place + count);
    return begin() + place;
  }
};

template <class T, class S, class U, class R>
bool operator==(const vector<T, S> &x, const vector<U, R> &y) {
  if (x.size() != y.size()) return false;
  const vector<T, host_space> here(x);
  const vector<U, host_space> there(y);
  for (size_t i = 0; i < here.size(); i++)
    if (!(here[i] == there[i])) return false;
  return true;
}
template <class T, class S, class U, class R>
bool operator!=(const vector<T, S> &x, const vector<U, R> &y) {
  return !(x == y);
}
template <class T, class S, class U, class A>
bool operator==(const vector<T, S> &x, const std::vector<U, A> &y) {
  return x == vector<U, host_space>(y);
}
template <class T, class S, class U, class A>
bool operator==(const std::vector<U, A> &x, const vector<T, S> &y) {
  return y == x;
}
template <class T, class S>
void swap(vector<T, S> &x, vector<T, S> &y) {
  x.swap(y);
}

/** A vector takes its memory from CUDA's own allocator. */
template <class A>
constexpr bool is_default_allocator = std::is_void_v<A>;
template <class T>
constexpr bool is_default_allocator<std::allocator<T>> = true;

#define __EMU_VECTOR(name, space)                                                                                        \
  template <class T, class Allocator = void>                                                                           \
  class name : public emu::vector<T, emu::space> {                                                                     \
    static_assert(emu::is_default_allocator<Allocator>, "unsupported feature: Thrust's vectors with other allocators"); \
    using base = emu::vector<T, emu::space>;                                                                           \
                                                                                                                       \
   public:                                                                                                             \
    using base::base;                                                                                                  \
    using base::operator=;                                                                                             \
    name() {}                                                                                                          \
    name(const name &other) : base(static_cast<const base &>(other)) {}                                                \
    name(name &&other) : base(static_cast<base &&>(other)) {}                                                          \
    name &operator=(const name &other) {                                                                               \
      base::operator=(static_cast<const base &>(other));                                                               \
      return *this;                                                                                                    \
    }                                                                                                                  \
    name &operator=(name &&other) {                                                                                    \
      base::operator=(static_cast<base &&>(other));                                                                    \
      return *this;                                                                                                    \
    }                                                                                                                  \
  };

}  // namespace emu
}  // namespace thrust

#endif
