// A tensor: elements in memory of the device or of the host that several tensors may share, their sizes and strides.
#ifndef __EMU_TORCH_TENSOR_H
#define __EMU_TORCH_TENSOR_H

// What PyTorch has and this header does not.
#ifdef __clang__
#define __EMU_TORCH_ABSENT(name) __attribute__((unavailable("unsupported feature: " name)))
#else
#define __EMU_TORCH_ABSENT(name)
#endif

namespace emu_torch {
class Storage {
 public:
  Storage(void *data, bool cuda, bool owned) : data_(data), cuda_(cuda), owned_(owned) {}
  Storage(const Storage &) = delete;
  ~Storage() {
    if (!owned_) return;
    if (cuda_) (void)cudaFree(data_);
    else free(data_);
  }
  char *data() const { return (char *)data_; }

 private:
  void *data_;
  bool cuda_, owned_;
};

inline std::shared_ptr<Storage> allocate(size_t bytes, bool cuda) {
  void *data = nullptr;
  if (bytes > 0 && cuda) {
    const cudaError_t error = cudaMalloc(&data, bytes);
    if (error == cudaErrorMemoryAllocation) fail<c10::Error>("CUDA out of memory. Tried to allocate " + std::to_string(bytes) + " bytes.");
    if (error != cudaSuccess) cuda_failed(error);
  } else if (bytes > 0) {
    data = malloc(bytes);
    if (!data) fail<c10::Error>("not enough memory: tried to allocate " + std::to_string(bytes) + " bytes.");
  }
  return std::make_shared<Storage>(data, cuda, true);
}

inline int64_t product(c10::IntArrayRef sizes) {
  int64_t count = 1;
  for (int64_t size : sizes) count *= size;
  return count;
}
inline std::vector<int64_t> row_major(c10::IntArrayRef sizes) {
  std::vector<int64_t> strides(sizes.size());
  int64_t stride = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= sizes[i] > 1 ? sizes[i] : 1;
  }
  return strides;
}
} // namespace emu_torch

namespace at {
// What type() gave before there was scalar_type().
class DeprecatedTypeProperties {
 public:
  DeprecatedTypeProperties(ScalarType type, bool cuda) : type_(type), cuda_(cuda) {}
  ScalarType scalarType() const { return type_; }
  bool is_cuda() const { return cuda_; }
  operator ScalarType() const { return type_; }
  bool operator==(const DeprecatedTypeProperties &other) const { return type_ == other.type_ && cuda_ == other.cuda_; }
  bool operator!=(const DeprecatedTypeProperties &other) const { return !(*this == other); }
  friend std::ostream &operator<<(std::ostream &out, const DeprecatedTypeProperties &type) {
    return out << (type.cuda_ ? "CUDA" : "CPU") << type.type_ << "Type";
  }

 private:
  ScalarType type_;
  bool cuda_;
};

class Tensor {
 public:
  Tensor() = default;
  Tensor(std::shared_ptr<emu_torch::Storage> storage, ScalarType type, Device device, IntArrayRef sizes)
      : storage_(std::move(storage)), sizes_(sizes.vec()), strides_(emu_torch::row_major(sizes)), type_(type), device_(device) {}

  bool defined() const { return storage_ != nullptr; }
  IntArrayRef sizes() const { return sizes_; }
  IntArrayRef strides() const { return strides_; }
  int64_t dim() const { return (int64_t)sizes_.size(); }
  int64_t ndimension() const { return dim(); }
  int64_t size(int64_t i) const { return sizes_[axis(i)]; }
  int64_t stride(int64_t i) const { return strides_[axis(i)]; }
  int64_t numel() const { return defined() ? emu_torch::product(sizes_) : 0; }
  size_t element_size() const { return elementSize(type_); }
  int64_t itemsize() const { return (int64_t)element_size(); }
  size_t nbytes() const { return (size_t)numel() * element_size(); }
  int64_t storage_offset() const { return offset_; }
  ScalarType scalar_type() const { return type_; }
  TypeMeta dtype() const { return type_; }
  DeprecatedTypeProperties type() const { return {type_, is_cuda()}; }
  Device device() const { return device_; }
  int64_t get_device() const { return is_cuda() ? device_.index() : -1; }
  bool is_cuda() const { return device_.is_cuda(); }
  bool is_cpu() const { return device_.is_cpu(); }
  bool is_floating_point() const { return isFloatingType(type_); }
  bool requires_grad() const { return false; }
  TensorOptions options() const { return TensorOptions().dtype(type_).device(device_); }
  bool is_contiguous(MemoryFormat = MemoryFormat::Contiguous) const {
    int64_t expected = 1;
    for (size_t i = sizes_.size(); i-- > 0;) {
      if (sizes_[i] == 1) continue;
      if (strides_[i] != expected && numel() > 0) return false;
      expected *= sizes_[i];
    }
    return true;
  }
  bool is_same(const Tensor &other) const { return storage_ == other.storage_ && offset_ == other.offset_; }
  bool same_as_shape(const Tensor &other) const { return sizes() == other.sizes(); }

  void *data_ptr() const { return defined() ? storage_->data() + offset_ * (int64_t)element_size() : nullptr; }
  template <class T> T *data_ptr() const {
    using Element = std::remove_const_t<T>;
    static_assert(emu_torch::element<Element>::known, "data_ptr<T>(): no tensor has elements of this type T");
    if (!defined()) emu_torch::fail<c10::Error>("Cannot access data pointer of Tensor that doesn't have storage");
    constexpr ScalarType asked = emu_torch::element<Element>::type;
    if (asked != type_)
      emu_torch::fail<c10::Error>(std::string("expected scalar type ") + toString(asked) + " but found " + toString(type_));
    return (T *)data_ptr();
  }
  template <class T> T *mutable_data_ptr() const { return data_ptr<T>(); }
  template <class T> const T *const_data_ptr() const { return data_ptr<T>(); }
  void *mutable_data_ptr() const { return data_ptr(); }
  const void *const_data_ptr() const { return data_ptr(); }
  template <class T> T *data() const { return data_ptr<T>(); }

  template <class T, size_t N, template <class U> class PtrTraits = DefaultPtrTraits>
  GenericPackedTensorAccessor<T, N, PtrTraits, int32_t> packed_accessor32() const {
    checkAccessor(N, "packed_accessor32");
    TORCH_CHECK(numel() <= 0x7fffffff, "numel needs to be smaller than int32_t max; otherwise, please use packed_accessor64");
    return {data_ptr<T>(), sizes_.data(), strides_.data()};
  }
  template <class T, size_t N, template <class U> class PtrTraits = DefaultPtrTraits>
  GenericPackedTensorAccessor<T, N, PtrTraits, int64_t> packed_accessor64() const {
    checkAccessor(N, "packed_accessor64");
    return {data_ptr<T>(), sizes_.data(), strides_.data()};
  }
  // On the host: its elements must be there.
  template <class T, size_t N> TensorAccessor<T, N> accessor() const {
    checkAccessor(N, "accessor");
    return {data_ptr<T>(), sizes_.data(), strides_.data()};
  }

  // The same elements, in another shape. -1 stands for what is left.
  Tensor view(IntArrayRef shape) const {
    TORCH_CHECK(is_contiguous(), "view size is not compatible with input tensor's size and stride. Use .reshape(...) instead.");
    std::vector<int64_t> sizes = shape.vec();
    int64_t known = 1, open = -1;
    for (size_t i = 0; i < sizes.size(); i++) {
      if (sizes[i] != -1) known *= sizes[i];
      else if (open < 0) open = (int64_t)i;
      else TORCH_CHECK(false, "only one dimension can be inferred");
    }
    if (open >= 0 && known > 0 && numel() % known == 0) sizes[(size_t)open] = numel() / known;
    const bool fits = open >= 0 ? known > 0 && numel() % known == 0 : known == numel();
    TORCH_CHECK(fits, "shape '", shape, "' is invalid for input of size ", numel());
    Tensor result = *this;
    result.sizes_ = sizes;
    result.strides_ = emu_torch::row_major(sizes);
    return result;
  }
  Tensor reshape(IntArrayRef shape) const { return contiguous().view(shape); }
  Tensor view_as(const Tensor &other) const { return view(other.sizes()); }
  Tensor flatten() const { return reshape({-1}); }
  Tensor unsqueeze(int64_t at) const {
    Tensor result = *this;
    const size_t i = (size_t)(at < 0 ? at + dim() + 1 : at);
    TORCH_CHECK_INDEX(i <= sizes_.size(), "Dimension out of range");
    result.sizes_.insert(result.sizes_.begin() + i, 1);
    result.strides_.insert(result.strides_.begin() + i, i < strides_.size() ? strides_[i] * sizes_[i] : 1);
    return result;
  }
  Tensor squeeze(int64_t at) const {
    Tensor result = *this;
    const size_t i = axis(at);
    if (sizes_[i] != 1) return result;
    result.sizes_.erase(result.sizes_.begin() + i);
    result.strides_.erase(result.strides_.begin() + i);
    return result;
  }
  Tensor transpose(int64_t a, int64_t b) const {
    Tensor result = *this;
    std::swap(result.sizes_[axis(a)], result.sizes_[axis(b)]);
    std::swap(result.strides_[axis(a)], result.strides_[axis(b)]);
    return result;
  }
  Tensor t() const {
    TORCH_CHECK(dim() <= 2, "t() expects a tensor with <= 2 dimensions, but self is ", dim(), "D");
    return dim() < 2 ? *this : transpose(0, 1);
  }
  Tensor select(int64_t at, int64_t index) const {
    Tensor result = *this;
    const size_t i = axis(at);
    const int64_t chosen = index < 0 ? index + sizes_[i] : index;
    TORCH_CHECK_INDEX(chosen >= 0 && chosen < sizes_[i], "select(): index ", index, " out of range for tensor of size ", sizes(), " at dimension ", at);
    result.offset_ += chosen * strides_[i];
    result.sizes_.erase(result.sizes_.begin() + i);
    result.strides_.erase(result.strides_.begin() + i);
    return result;
  }
  Tensor operator[](int64_t index) const { return select(0, index); }
  Tensor detach() const { return *this; }

  // Elements of its own, in row-major order.
  Tensor clone() const {
    if (is_contiguous()) return copied(device_);
    return to(DeviceType::CPU).copied(device_);
  }
  Tensor contiguous(MemoryFormat = MemoryFormat::Contiguous) const { return is_contiguous() ? *this : clone(); }
  Tensor to(Device device) const {
    if (device.type() == device_.type()) return *this;
    return is_contiguous() ? copied(device) : gathered().to(device);
  }
  Tensor to(DeviceType type) const { return to(Device(type)); }
  Tensor cuda() const { return to(DeviceType::CUDA); }
  Tensor cpu() const { return to(DeviceType::CPU); }

  Tensor &zero_() { return fill_(0); }
  // Inputs of a kernel come from here too, so that no kernel of the header's own is launched: a few elements are copied
  // to the device, and then copied on.
  Tensor &fill_(const Scalar &value) {
    TORCH_CHECK(is_contiguous(), "fill_ of a tensor that is not contiguous is not provided here");
    const size_t bytes = nbytes(), width = element_size();
    if (bytes == 0) return *this;
    char element[8];
    store(element, value);
    bool same = true;
    for (size_t i = 1; i < width; i++) same = same && element[i] == element[0];
    char *data = (char *)data_ptr();
    if (is_cpu()) {
      for (size_t i = 0; i < bytes; i += width) memcpy(data + i, element, width);
    } else if (same) {
      C10_CUDA_CHECK(cudaMemset(data, (unsigned char)element[0], bytes));
    } else {
      char first[256];
      for (size_t i = 0; i < sizeof first; i += width) memcpy(first + i, element, width);
      size_t done = bytes < sizeof first ? bytes : sizeof first;
      C10_CUDA_CHECK(cudaMemcpy(data, first, done, cudaMemcpyHostToDevice));
      for (; done < bytes; done *= 2)
        C10_CUDA_CHECK(cudaMemcpy(data + done, data, done < bytes - done ? done : bytes - done, cudaMemcpyDeviceToDevice));
    }
    return *this;
  }
  Tensor &copy_(const Tensor &from) {
    TORCH_CHECK(sizes() == from.sizes(), "The size of tensor a ", sizes(), " must match the size of tensor b ", from.sizes());
    TORCH_CHECK(type_ == from.type_, "copy_ between tensors of ", type_, " and ", from.type_, " is not provided here");
    TORCH_CHECK(is_contiguous(), "copy_ into a tensor that is not contiguous is not provided here");
    emu_copy(*this, from.contiguous());
    return *this;
  }
  // The one element of a tensor, on the host.
  template <class T> T item() const {
    TORCH_CHECK(numel() == 1, "a Tensor with ", numel(), " elements cannot be converted to Scalar");
    Tensor here = cpu();
    switch (type_) {
#define __EMU_TORCH_ITEM(C, name) case ScalarType::name: return (T)*(const C *)here.data_ptr();
      __EMU_TORCH_ITEM(uint8_t, Byte)
      __EMU_TORCH_ITEM(int8_t, Char)
      __EMU_TORCH_ITEM(int16_t, Short)
      __EMU_TORCH_ITEM(int32_t, Int)
      __EMU_TORCH_ITEM(int64_t, Long)
      __EMU_TORCH_ITEM(uint32_t, UInt32)
      __EMU_TORCH_ITEM(float, Float)
      __EMU_TORCH_ITEM(double, Double)
      __EMU_TORCH_ITEM(bool, Bool)
#undef __EMU_TORCH_ITEM
      default: emu_torch::fail<c10::Error>(std::string("item() of ") + toString(type_) + " is not provided here");
    }
  }

  // Computing is what the exercise's kernels are for.
#define __EMU_TORCH_NO_METHOD(name) template <class... A> __EMU_TORCH_ABSENT("torch::Tensor::" #name) Tensor name(A &&...) const;
  __EMU_TORCH_NO_METHOD(sum) __EMU_TORCH_NO_METHOD(mean) __EMU_TORCH_NO_METHOD(prod) __EMU_TORCH_NO_METHOD(max) __EMU_TORCH_NO_METHOD(min)
  __EMU_TORCH_NO_METHOD(argmax) __EMU_TORCH_NO_METHOD(abs) __EMU_TORCH_NO_METHOD(add) __EMU_TORCH_NO_METHOD(add_) __EMU_TORCH_NO_METHOD(sub)
  __EMU_TORCH_NO_METHOD(mul) __EMU_TORCH_NO_METHOD(mul_) __EMU_TORCH_NO_METHOD(div) __EMU_TORCH_NO_METHOD(pow) __EMU_TORCH_NO_METHOD(sqrt)
  __EMU_TORCH_NO_METHOD(exp) __EMU_TORCH_NO_METHOD(log) __EMU_TORCH_NO_METHOD(relu) __EMU_TORCH_NO_METHOD(sigmoid) __EMU_TORCH_NO_METHOD(tanh)
  __EMU_TORCH_NO_METHOD(softmax) __EMU_TORCH_NO_METHOD(clamp) __EMU_TORCH_NO_METHOD(round) __EMU_TORCH_NO_METHOD(matmul) __EMU_TORCH_NO_METHOD(mm)
  __EMU_TORCH_NO_METHOD(bmm) __EMU_TORCH_NO_METHOD(dot) __EMU_TORCH_NO_METHOD(permute) __EMU_TORCH_NO_METHOD(expand) __EMU_TORCH_NO_METHOD(repeat)
  __EMU_TORCH_NO_METHOD(slice) __EMU_TORCH_NO_METHOD(narrow) __EMU_TORCH_NO_METHOD(index) __EMU_TORCH_NO_METHOD(gather)
  __EMU_TORCH_NO_METHOD(masked_fill) __EMU_TORCH_NO_METHOD(toType) __EMU_TORCH_NO_METHOD(backward) __EMU_TORCH_NO_METHOD(grad)
#undef __EMU_TORCH_NO_METHOD
  __EMU_TORCH_ABSENT("conversion of tensors") Tensor to(ScalarType) const;
  __EMU_TORCH_ABSENT("conversion of tensors") Tensor to(TensorOptions) const;

 private:
  size_t axis(int64_t i) const {
    TORCH_CHECK_INDEX(i >= -dim() && i < dim(), "Dimension out of range (expected to be in range of [", -dim(), ", ", dim() - 1, "], but got ", i, ")");
    return (size_t)(i < 0 ? i + dim() : i);
  }
  void checkAccessor(size_t n, const char *name) const {
    TORCH_CHECK(dim() == (int64_t)n, name, ": TensorAccessor expected ", n, " dims but tensor has ", dim());
  }
  void store(char *element, const Scalar &value) const {
    switch (type_) {
#define __EMU_TORCH_STORE(C, name) \
  case ScalarType::name: {       \
    const C number = value.to<C>(); \
    memcpy(element, &number, sizeof number); \
    return;                      \
  }
      __EMU_TORCH_STORE(uint8_t, Byte)
      __EMU_TORCH_STORE(int8_t, Char)
      __EMU_TORCH_STORE(int16_t, Short)
      __EMU_TORCH_STORE(int32_t, Int)
      __EMU_TORCH_STORE(int64_t, Long)
      __EMU_TORCH_STORE(uint32_t, UInt32)
      __EMU_TORCH_STORE(float, Float)
      __EMU_TORCH_STORE(double, Double)
      __EMU_TORCH_STORE(bool, Bool)
#undef __EMU_TORCH_STORE
      case ScalarType::Half: {
        const __half number = __float2half((float)value.toDouble());
        memcpy(element, &number, sizeof number);
        return;
      }
      case ScalarType::BFloat16: {
        const __nv_bfloat16 number = __float2bfloat16((float)value.toDouble());
        memcpy(element, &number, sizeof number);
        return;
      }
      default: emu_torch::fail<c10::Error>("the tensor has no element type");
    }
  }
  Tensor copied(Device device) const {
    const bool cuda = device.is_cuda();
    Tensor result(emu_torch::allocate(nbytes(), cuda), type_, cuda ? Device(DeviceType::CUDA, 0) : Device(DeviceType::CPU), sizes_);
    emu_copy(result, *this);
    return result;
  }
  static void emu_copy(const Tensor &to, const Tensor &from) {
    if (to.nbytes() == 0) return;
    if (to.is_cpu() && from.is_cpu()) {
      memcpy(to.data_ptr(), from.data_ptr(), to.nbytes());
      return;
    }
    const cudaMemcpyKind kind = to.is_cpu() ? cudaMemcpyDeviceToHost : from.is_cpu() ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice;
    C10_CUDA_CHECK(cudaMemcpy(to.data_ptr(), from.data_ptr(), to.nbytes(), kind));
  }
  // Its elements on the host, in row-major order, whatever the strides.
  Tensor gathered() const {
    Tensor all = *this;
    int64_t last = 0;
    for (size_t i = 0; i < sizes_.size(); i++) last += (sizes_[i] - 1) * strides_[i];
    all.sizes_ = {last + 1};
    all.strides_ = {1};
    const Tensor here = all.copied(DeviceType::CPU);
    Tensor result(emu_torch::allocate(nbytes(), false), type_, DeviceType::CPU, sizes_);
    const size_t width = element_size();
    for (int64_t i = 0; i < numel(); i++) {
      int64_t from = 0, rest = i;
      for (size_t d = sizes_.size(); d-- > 0; rest /= sizes_[d]) from += rest % sizes_[d] * strides_[d];
      memcpy((char *)result.data_ptr() + (size_t)i * width, (const char *)here.data_ptr() + (size_t)from * width, width);
    }
    return result;
  }

  std::shared_ptr<emu_torch::Storage> storage_;
  std::vector<int64_t> sizes_, strides_;
  int64_t offset_ = 0;
  ScalarType type_ = ScalarType::Undefined;
  Device device_ = DeviceType::CPU;
};

#define __EMU_TORCH_NO_OPERATOR(sign)                                                                                     \
  __EMU_TORCH_ABSENT("arithmetic of tensors") Tensor operator sign(const Tensor &, const Tensor &);                       \
  __EMU_TORCH_ABSENT("arithmetic of tensors") Tensor operator sign(const Tensor &, const Scalar &);                       \
  __EMU_TORCH_ABSENT("arithmetic of tensors") Tensor operator sign(const Scalar &, const Tensor &);
__EMU_TORCH_NO_OPERATOR(+)
__EMU_TORCH_NO_OPERATOR(-)
__EMU_TORCH_NO_OPERATOR(*)
__EMU_TORCH_NO_OPERATOR(/)
#undef __EMU_TORCH_NO_OPERATOR
inline std::optional<Device> device_of(const Tensor &tensor) {
  return tensor.defined() ? std::optional<Device>(tensor.device()) : std::nullopt;
}
} // namespace at

#endif
