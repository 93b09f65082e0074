// Accessors: a tensor's elements by several indexes, for kernels. Packed ones are passed to a kernel by value.
#ifndef __EMU_TORCH_ACCESSORS_H
#define __EMU_TORCH_ACCESSORS_H

namespace at {
template <class T> struct DefaultPtrTraits {
  typedef T *PtrType;
};
template <class T> struct RestrictPtrTraits {
  typedef T *__restrict__ PtrType;
};

template <class T, size_t N, template <class U> class PtrTraits = DefaultPtrTraits, class index_t = int64_t> class TensorAccessor {
 public:
  typedef typename PtrTraits<T>::PtrType PtrType;
  __host__ __device__ TensorAccessor(PtrType data, const index_t *sizes, const index_t *strides)
      : data_(data), sizes_(sizes), strides_(strides) {}
  __host__ __device__ index_t size(index_t i) const { return sizes_[i]; }
  __host__ __device__ index_t stride(index_t i) const { return strides_[i]; }
  __host__ __device__ PtrType data() const { return data_; }
  __host__ __device__ auto operator[](index_t i) const -> decltype(auto) {
    if constexpr (N == 1) {
      return (data_[strides_[0] * i]);
    } else {
      return TensorAccessor<T, N - 1, PtrTraits, index_t>(data_ + strides_[0] * i, sizes_ + 1, strides_ + 1);
    }
  }

 private:
  PtrType data_;
  const index_t *sizes_;
  const index_t *strides_;
};

template <class T, size_t N, template <class U> class PtrTraits = DefaultPtrTraits, class index_t = int64_t> class GenericPackedTensorAccessor {
 public:
  typedef typename PtrTraits<T>::PtrType PtrType;
  __host__ GenericPackedTensorAccessor(PtrType data, const int64_t *sizes, const int64_t *strides) : data_(data) {
    for (size_t i = 0; i < N; i++) sizes_[i] = (index_t)sizes[i], strides_[i] = (index_t)strides[i];
  }
  __host__ __device__ index_t size(index_t i) const { return sizes_[i]; }
  __host__ __device__ index_t stride(index_t i) const { return strides_[i]; }
  __host__ __device__ PtrType data() const { return data_; }
  __host__ __device__ auto operator[](index_t i) const -> decltype(auto) {
    if constexpr (N == 1) {
      return (data_[strides_[0] * i]);
    } else {
      return TensorAccessor<T, N - 1, PtrTraits, index_t>(data_ + strides_[0] * i, sizes_ + 1, strides_ + 1);
    }
  }

 private:
  PtrType data_;
  index_t sizes_[N];
  index_t strides_[N];
};
template <class T, size_t N, template <class U> class PtrTraits = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<T, N, PtrTraits, int32_t>;
template <class T, size_t N, template <class U> class PtrTraits = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<T, N, PtrTraits, int64_t>;
} // namespace at

#endif
