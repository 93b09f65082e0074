// Exceptions with the place that threw them, as programs in the style of NVIDIA's CUDA samples use them.
#ifndef COMMON_EXCEPTION_H_
#define COMMON_EXCEPTION_H_

#include <stdlib.h>

#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>

template <class Std_Exception>
class Exception : public Std_Exception {
 public:
  static void throw_it(const char *file, const int line, const char *detailed = "-") {
    throw Exception(std::string(file) + ":" + std::to_string(line) + ": " + detailed);
  }
  static void throw_it(const char *file, const int line, const std::string &detailed) {
    throw_it(file, line, detailed.c_str());
  }

 private:
  explicit Exception(const std::string &text) : Std_Exception(text) {}
};

/** Prints the exception and ends the program. */
template <class Exception_Typ>
inline void handleException(const Exception_Typ &ex) {
  std::cerr << ex.what() << std::endl;
  exit(EXIT_FAILURE);
}

#define RUNTIME_EXCEPTION(msg) Exception<std::runtime_error>::throw_it(__FILE__, __LINE__, msg)
#define LOGIC_EXCEPTION(msg) Exception<std::logic_error>::throw_it(__FILE__, __LINE__, msg)
#define RANGE_EXCEPTION(msg) Exception<std::range_error>::throw_it(__FILE__, __LINE__, msg)

#endif
