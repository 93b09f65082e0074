// Element types, devices, lists of integers, and what a new tensor is to be like.
#ifndef __EMU_TORCH_TYPES_H
#define __EMU_TORCH_TYPES_H

namespace c10 {
// As PyTorch numbers them.
enum class ScalarType : int8_t { Byte = 0, Char, Short, Int, Long, Half, Float, Double, Bool = 11, BFloat16 = 15, UInt32 = 28, Undefined = 44 };

inline size_t elementSize(ScalarType type) {
  switch (type) {
    case ScalarType::Byte: case ScalarType::Char: case ScalarType::Bool: return 1;
    case ScalarType::Short: case ScalarType::Half: case ScalarType::BFloat16: return 2;
    case ScalarType::Int: case ScalarType::Float: case ScalarType::UInt32: return 4;
    case ScalarType::Long: case ScalarType::Double: return 8;
    default: return 0;
  }
}
inline const char *toString(ScalarType type) {
  switch (type) {
    case ScalarType::Byte: return "Byte";
    case ScalarType::Char: return "Char";
    case ScalarType::Short: return "Short";
    case ScalarType::Int: return "Int";
    case ScalarType::Long: return "Long";
    case ScalarType::Half: return "Half";
    case ScalarType::Float: return "Float";
    case ScalarType::Double: return "Double";
    case ScalarType::Bool: return "Bool";
    case ScalarType::BFloat16: return "BFloat16";
    case ScalarType::UInt32: return "UInt32";
    default: return "Undefined";
  }
}
inline std::ostream &operator<<(std::ostream &out, ScalarType type) { return out << toString(type); }
inline bool isFloatingType(ScalarType type) {
  return type == ScalarType::Half || type == ScalarType::Float || type == ScalarType::Double || type == ScalarType::BFloat16;
}
inline bool isIntegralType(ScalarType type, bool withBool = false) {
  return type <= ScalarType::Long || type == ScalarType::UInt32 || (withBool && type == ScalarType::Bool);
}
} // namespace c10

namespace caffe2 {
// What dtype() gives: it compares with a ScalarType, and prints as the type's name in C++.
class TypeMeta {
 public:
  TypeMeta(c10::ScalarType type = c10::ScalarType::Undefined) : type_(type) {}
  c10::ScalarType toScalarType() const { return type_; }
  size_t itemsize() const { return c10::elementSize(type_); }
  const char *name() const {
    switch (type_) {
      case c10::ScalarType::Byte: return "unsigned char";
      case c10::ScalarType::Char: return "signed char";
      case c10::ScalarType::Short: return "short int";
      case c10::ScalarType::Int: return "int";
      case c10::ScalarType::Long: return "long int";
      case c10::ScalarType::Float: return "float";
      case c10::ScalarType::Double: return "double";
      case c10::ScalarType::Bool: return "bool";
      default: return c10::toString(type_);
    }
  }
  friend bool operator==(TypeMeta a, TypeMeta b) { return a.type_ == b.type_; }
  friend bool operator!=(TypeMeta a, TypeMeta b) { return a.type_ != b.type_; }
  friend std::ostream &operator<<(std::ostream &out, TypeMeta type) { return out << type.name(); }

 private:
  c10::ScalarType type_;
};
} // namespace caffe2

namespace emu_torch {
template <class T> struct element {
  static constexpr bool known = false;
};
#define __EMU_TORCH_ELEMENT(T, name)                                   \
  template <> struct element<T> {                                    \
    static constexpr bool known = true;                              \
    static constexpr c10::ScalarType type = c10::ScalarType::name;   \
  };
__EMU_TORCH_ELEMENT(uint8_t, Byte)
__EMU_TORCH_ELEMENT(int8_t, Char)
__EMU_TORCH_ELEMENT(int16_t, Short)
__EMU_TORCH_ELEMENT(int32_t, Int)
__EMU_TORCH_ELEMENT(int64_t, Long)
__EMU_TORCH_ELEMENT(uint32_t, UInt32)
__EMU_TORCH_ELEMENT(float, Float)
__EMU_TORCH_ELEMENT(double, Double)
__EMU_TORCH_ELEMENT(bool, Bool)
__EMU_TORCH_ELEMENT(__half, Half)
__EMU_TORCH_ELEMENT(__nv_bfloat16, BFloat16)
#undef __EMU_TORCH_ELEMENT
} // namespace emu_torch

namespace c10 {
using ::caffe2::TypeMeta;
using Half = __half;
using BFloat16 = __nv_bfloat16;
inline TypeMeta scalarTypeToTypeMeta(ScalarType type) { return type; }
inline ScalarType typeMetaToScalarType(TypeMeta type) { return type.toScalarType(); }
template <class T> struct CppTypeToScalarType {
  static constexpr ScalarType value = emu_torch::element<T>::type;
};

enum class DeviceType : int8_t { CPU = 0, CUDA = 1 };
using DeviceIndex = int8_t;
constexpr DeviceType kCPU = DeviceType::CPU;
constexpr DeviceType kCUDA = DeviceType::CUDA;
inline std::ostream &operator<<(std::ostream &out, DeviceType type) { return out << (type == kCUDA ? "cuda" : "cpu"); }

struct Device {
  Device(DeviceType type, DeviceIndex index = -1) : type_(type), index_(index) {}
  Device(const std::string &name) : type_(DeviceType::CPU) {
    if (name == "cuda" || name == "cuda:0") type_ = DeviceType::CUDA, index_ = name == "cuda" ? -1 : 0;
    else TORCH_CHECK(name == "cpu", "Expected one of cpu, cuda or cuda:0 device, but got ", name);
  }
  DeviceType type() const { return type_; }
  DeviceIndex index() const { return index_; }
  bool has_index() const { return index_ != -1; }
  bool is_cuda() const { return type_ == DeviceType::CUDA; }
  bool is_cpu() const { return type_ == DeviceType::CPU; }
  std::string str() const { return std::string(is_cuda() ? "cuda" : "cpu") + (has_index() ? ":" + std::to_string(index_) : ""); }
  friend bool operator==(const Device &a, const Device &b) { return a.type_ == b.type_ && a.index_ == b.index_; }
  friend bool operator!=(const Device &a, const Device &b) { return !(a == b); }
  friend std::ostream &operator<<(std::ostream &out, const Device &device) { return out << device.str(); }

 private:
  DeviceType type_;
  DeviceIndex index_ = -1;
};

enum class Layout : int8_t { Strided };
constexpr Layout kStrided = Layout::Strided;
enum class MemoryFormat : int8_t { Contiguous, Preserve };

using std::nullopt;
using std::nullopt_t;
using std::optional;

// A view of a list of numbers that somebody else holds.
template <class T> class ArrayRef {
 public:
  ArrayRef() = default;
  ArrayRef(const T *data, size_t size) : data_(data), size_(size) {}
  ArrayRef(const std::vector<T> &list) : data_(list.data()), size_(list.size()) {}
// A list lives as long as the call that it is an argument of, which is all that it is for. gcc is not sure of that.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winit-list-lifetime"
#endif
  ArrayRef(const std::initializer_list<T> &list) : data_(list.begin()), size_(list.size()) {}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
  template <size_t N> ArrayRef(const std::array<T, N> &list) : data_(list.data()), size_(N) {}
  template <size_t N> ArrayRef(const T (&list)[N]) : data_(list), size_(N) {}
  const T *begin() const { return data_; }
  const T *end() const { return data_ + size_; }
  const T *data() const { return data_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T &operator[](size_t i) const { return data_[i]; }
  const T &at(size_t i) const {
    TORCH_CHECK_INDEX(i < size_, "ArrayRef: invalid index Index = ", i, "; Length = ", size_);
    return data_[i];
  }
  const T &front() const { return at(0); }
  const T &back() const { return at(size_ - 1); }
  std::vector<T> vec() const { return std::vector<T>(begin(), end()); }
  bool equals(ArrayRef other) const { return size_ == other.size_ && std::equal(begin(), end(), other.begin()); }
  friend bool operator==(ArrayRef a, ArrayRef b) { return a.equals(b); }
  friend bool operator!=(ArrayRef a, ArrayRef b) { return !a.equals(b); }
  friend bool operator==(ArrayRef a, const std::vector<T> &b) { return a.equals(b); }
  friend bool operator!=(ArrayRef a, const std::vector<T> &b) { return !a.equals(b); }
  friend bool operator==(const std::vector<T> &a, ArrayRef b) { return b.equals(a); }
  friend bool operator!=(const std::vector<T> &a, ArrayRef b) { return !b.equals(a); }
  friend std::ostream &operator<<(std::ostream &out, ArrayRef list) {
    out << '[';
    for (size_t i = 0; i < list.size(); i++) out << (i ? ", " : "") << list[i];
    return out << ']';
  }

 private:
  const T *data_ = nullptr;
  size_t size_ = 0;
};
using IntArrayRef = ArrayRef<int64_t>;

struct TensorOptions {
  TensorOptions() = default;
  TensorOptions(ScalarType type) : type_(type) {}
  TensorOptions(TypeMeta type) : type_(type.toScalarType()) {}
  TensorOptions(Device device) : device_(device) {}
  TensorOptions(DeviceType type) : device_(type) {}
  TensorOptions(Layout) {}
  TensorOptions dtype(TypeMeta type) const { return with([&](TensorOptions &to) { to.type_ = type.toScalarType(); }); }
  TensorOptions dtype(ScalarType type) const { return with([&](TensorOptions &to) { to.type_ = type; }); }
  template <class T> TensorOptions dtype() const { return dtype(CppTypeToScalarType<T>::value); }
  TensorOptions device(Device device) const { return with([&](TensorOptions &to) { to.device_ = device; }); }
  TensorOptions device(DeviceType type, DeviceIndex index = -1) const { return device(Device(type, index)); }
  TensorOptions device_index(DeviceIndex index) const { return device(DeviceType::CUDA, index); }
  // No gradients are computed here, and all memory is laid out in the same way.
  TensorOptions requires_grad(bool = true) const { return *this; }
  TensorOptions layout(Layout) const { return *this; }
  TensorOptions memory_format(MemoryFormat) const { return *this; }
  TensorOptions pinned_memory(bool) const { return *this; }
  bool has_dtype() const { return type_.has_value(); }
  bool has_device() const { return device_.has_value(); }
  TypeMeta dtype() const { return type_.value_or(ScalarType::Float); }
  Device device() const { return device_.value_or(Device(DeviceType::CPU)); }

 private:
  template <class Change> TensorOptions with(Change change) const {
    TensorOptions copy = *this;
    change(copy);
    return copy;
  }
  std::optional<ScalarType> type_;
  std::optional<Device> device_;
};

inline TensorOptions dtype(TypeMeta type) { return TensorOptions().dtype(type); }
inline TensorOptions dtype(ScalarType type) { return TensorOptions().dtype(type); }
inline TensorOptions device(Device device) { return TensorOptions().device(device); }
inline TensorOptions device(DeviceType type, DeviceIndex index = -1) { return TensorOptions().device(type, index); }
inline TensorOptions requires_grad(bool = true) { return TensorOptions(); }
inline TensorOptions layout(Layout) { return TensorOptions(); }

// A number: what full and fill_ take.
class Scalar {
 public:
  template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>
  Scalar(T value) : floating_(std::is_floating_point<T>::value), integer_((int64_t)value), number_((double)value) {}
  bool isFloatingPoint() const { return floating_; }
  double toDouble() const { return number_; }
  float toFloat() const { return (float)number_; }
  int64_t toLong() const { return integer_; }
  int toInt() const { return (int)integer_; }
  template <class T> T to() const { return floating_ ? (T)number_ : (T)integer_; }

 private:
  bool floating_;
  int64_t integer_;
  double number_;
};
} // namespace c10

namespace at {
using namespace c10;
#define __EMU_TORCH_CONSTANT(name, type) constexpr ScalarType name = ScalarType::type;
__EMU_TORCH_CONSTANT(kByte, Byte)
__EMU_TORCH_CONSTANT(kUInt8, Byte)
__EMU_TORCH_CONSTANT(kChar, Char)
__EMU_TORCH_CONSTANT(kInt8, Char)
__EMU_TORCH_CONSTANT(kShort, Short)
__EMU_TORCH_CONSTANT(kInt16, Short)
__EMU_TORCH_CONSTANT(kInt, Int)
__EMU_TORCH_CONSTANT(kInt32, Int)
__EMU_TORCH_CONSTANT(kLong, Long)
__EMU_TORCH_CONSTANT(kInt64, Long)
__EMU_TORCH_CONSTANT(kUInt32, UInt32)
__EMU_TORCH_CONSTANT(kHalf, Half)
__EMU_TORCH_CONSTANT(kFloat16, Half)
__EMU_TORCH_CONSTANT(kBFloat16, BFloat16)
__EMU_TORCH_CONSTANT(kFloat, Float)
__EMU_TORCH_CONSTANT(kFloat32, Float)
__EMU_TORCH_CONSTANT(kDouble, Double)
__EMU_TORCH_CONSTANT(kFloat64, Double)
__EMU_TORCH_CONSTANT(kBool, Bool)
#undef __EMU_TORCH_CONSTANT
template <class A, class B> inline auto ceil_div(A a, B b) { return (a + b - 1) / b; }
} // namespace at

#endif
