// cub::DeviceHistogram of one channel.
#ifndef __EMU_CUB_DEVICE_HISTOGRAM_CUH
#define __EMU_CUB_DEVICE_HISTOGRAM_CUH

#include "emu_cub/device.h"
#include "thrust/for_each.h"

namespace cub {

namespace emu_device {

/** Counts a sample in its bin, of `bins` bins of equal width. */
template <class Counter, class Level>
struct count_even {
  Counter *counters;
  int bins;
  Level lower, upper;
  template <class Sample>
  __device__ void operator()(Sample sample) const {
    if (sample < lower || !(sample < upper)) return;
    int bin = (int)((double)(sample - lower) * bins / (double)(upper - lower));
    atomicAdd(&counters[bin < bins ? bin : bins - 1], (Counter)1);
  }
};

/** Counts a sample between two of the levels. */
template <class Counter, class Level>
struct count_between {
  Counter *counters;
  int bins;
  const Level *levels;
  template <class Sample>
  __device__ void operator()(Sample sample) const {
    for (int bin = 0; bin < bins; bin++)
      if (levels[bin] <= sample && sample < levels[bin + 1]) atomicAdd(&counters[bin], (Counter)1);
  }
};

}  // namespace emu_device

struct DeviceHistogram {
  template <class In, class Counter, class Level, class N>
  static cudaError_t HistogramEven(void *d_temp_storage, std::size_t &temp_storage_bytes, In d_samples,
                                   Counter *d_histogram, int num_levels, Level lower_level, Level upper_level,
                                   N num_samples, cudaStream_t stream = 0) {
    __EMU_CUB_TEMPORARY;
    const int bins = num_levels - 1;
    thrust::fill_n(emu_device::on(stream), d_histogram, bins, (Counter)0);
    thrust::for_each(emu_device::on(stream), d_samples, d_samples + num_samples,
                     emu_device::count_even<Counter, Level>{d_histogram, bins, lower_level, upper_level});
    return cudaSuccess;
  }
  template <class In, class Counter, class Level, class N>
  static cudaError_t HistogramRange(void *d_temp_storage, std::size_t &temp_storage_bytes, In d_samples,
                                    Counter *d_histogram, int num_levels, const Level *d_levels, N num_samples,
                                    cudaStream_t stream = 0) {
    __EMU_CUB_TEMPORARY;
    const int bins = num_levels - 1;
    thrust::fill_n(emu_device::on(stream), d_histogram, bins, (Counter)0);
    thrust::for_each(emu_device::on(stream), d_samples, d_samples + num_samples,
                     emu_device::count_between<Counter, Level>{d_histogram, bins, d_levels});
    return cudaSuccess;
  }
};

}  // namespace cub

#endif
