// Copies between host and device memory. The compiler often knows how many bytes an array of the host has. If a copy has
// more, the runtime gets to know the array before the copy. What the compiler knows depends on inlining, so these functions
// are part of the calling one; without lines of their own, the copy has the line of the call.
#define __EMU_COPY static inline __attribute__((always_inline, nodebug)) cudaError_t
#define __EMU_CHECK static inline __attribute__((always_inline, nodebug)) void

/** Reports, for the next call, how many bytes an object has from an address on. */
__EMU_IMPORT(host_object) __attribute__((nothrow)) void __emu_object(const void *address, size_t bytes);
__EMU_CHECK __emu_check(const void *address, size_t bytes) {
  size_t known = __builtin_dynamic_object_size(address, 0);
  if (known != (size_t)-1 && known < bytes) __emu_object(address, known);
}
__EMU_CHECK __emu_check_rows(const void *address, size_t pitch, size_t width, size_t height) {
  __emu_check(address, height ? pitch * (height - 1) + width : 0);
}

__EMU_IMPORT(cudaMemcpy) cudaError_t __emu_copy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
__EMU_COPY cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
  __emu_check(to, bytes);
  __emu_check(from, bytes);
  return __emu_copy(to, from, bytes, kind);
}

__EMU_IMPORT(cudaMemcpyAsync)
cudaError_t __emu_copy_async(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream);
__EMU_COPY cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream __EMU_DEFAULT(0)) {
  __emu_check(to, bytes);
  __emu_check(from, bytes);
  return __emu_copy_async(to, from, bytes, kind, stream);
}

__EMU_IMPORT(cudaMemcpy2D)
cudaError_t __emu_copy_rows(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height,
                            enum cudaMemcpyKind kind);
__EMU_COPY cudaMemcpy2D(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height,
                        enum cudaMemcpyKind kind) {
  __emu_check_rows(to, toPitch, width, height);
  __emu_check_rows(from, fromPitch, width, height);
  return __emu_copy_rows(to, toPitch, from, fromPitch, width, height, kind);
}

__EMU_IMPORT(cudaMemcpy2DAsync)
cudaError_t __emu_copy_rows_async(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height,
                                  enum cudaMemcpyKind kind, cudaStream_t stream);
__EMU_COPY cudaMemcpy2DAsync(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height,
                             enum cudaMemcpyKind kind, cudaStream_t stream __EMU_DEFAULT(0)) {
  __emu_check_rows(to, toPitch, width, height);
  __emu_check_rows(from, fromPitch, width, height);
  return __emu_copy_rows_async(to, toPitch, from, fromPitch, width, height, kind, stream);
}

// Symbols: host code knows them by the address of their shadow.
__EMU_IMPORT(cudaMemcpyToSymbol)
cudaError_t __emu_copy_to_symbol(const void *symbol, const void *from, size_t bytes, size_t offset, enum cudaMemcpyKind kind);
__EMU_COPY cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset __EMU_DEFAULT(0),
                              enum cudaMemcpyKind kind __EMU_DEFAULT(cudaMemcpyHostToDevice)) {
  __emu_check(from, bytes);
  return __emu_copy_to_symbol(symbol, from, bytes, offset, kind);
}

__EMU_IMPORT(cudaMemcpyFromSymbol)
cudaError_t __emu_copy_from_symbol(void *to, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind);
__EMU_COPY cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset __EMU_DEFAULT(0),
                                enum cudaMemcpyKind kind __EMU_DEFAULT(cudaMemcpyDeviceToHost)) {
  __emu_check(to, bytes);
  return __emu_copy_from_symbol(to, symbol, bytes, offset, kind);
}

__EMU_IMPORT(cudaMemcpyToSymbolAsync)
cudaError_t __emu_copy_to_symbol_async(const void *symbol, const void *from, size_t bytes, size_t offset, enum cudaMemcpyKind kind,
                                       cudaStream_t stream);
__EMU_COPY cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset, enum cudaMemcpyKind kind,
                                   cudaStream_t stream __EMU_DEFAULT(0)) {
  __emu_check(from, bytes);
  return __emu_copy_to_symbol_async(symbol, from, bytes, offset, kind, stream);
}

__EMU_IMPORT(cudaMemcpyFromSymbolAsync)
cudaError_t __emu_copy_from_symbol_async(void *to, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind,
                                         cudaStream_t stream);
__EMU_COPY cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind,
                                     cudaStream_t stream __EMU_DEFAULT(0)) {
  __emu_check(to, bytes);
  return __emu_copy_from_symbol_async(to, symbol, bytes, offset, kind, stream);
}

#ifdef __cplusplus
template <class T>
__EMU_COPY cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                                             enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset, kind);
}
template <class T>
__EMU_COPY cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                               enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset, kind);
}
template <class T>
__EMU_COPY cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes, size_t offset,
                                                  enum cudaMemcpyKind kind, cudaStream_t stream = 0) {
  return cudaMemcpyToSymbolAsync((const void *)&symbol, from, bytes, offset, kind, stream);
}
template <class T>
__EMU_COPY cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset,
                                                    enum cudaMemcpyKind kind, cudaStream_t stream = 0) {
  return cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, bytes, offset, kind, stream);
}
#endif

#undef __EMU_COPY
#undef __EMU_CHECK
