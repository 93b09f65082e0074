// Where NVIDIA's CUDA Core Compute Libraries come from, and which of their headers are in the package.

/** CCCL 3.0.1 is the one of CUDA 13.0: its files are those of the wheel `nvidia-cuda-cccl` 13.0.85, byte for byte. */
export const CCCL = {
  version: '3.0.1',
  repository: 'https://github.com/NVIDIA/cccl',
  commit: 'f19d875da0d8bfb2e38c109b2b40522b8abbbbc3',
  license: 'Apache-2.0 WITH LLVM-exception AND BSD-3-Clause AND Apache-2.0',
  /** The folder of each part in the repository, by the name that programs include. */
  parts: { cub: 'cub/cub', cuda: 'libcudacxx/include/cuda', nv: 'libcudacxx/include/nv' },
};

const PTX = 'cuda/__ptx/instructions/';
/** Instructions of `cuda::ptx` that CUB's blocks and warps and `cuda::std` are made of. */
const INSTRUCTIONS = new Set(['bfind', 'bmsk', 'exit', 'get_sreg', 'prmt', 'shfl_sync', 'shl', 'shr', 'trap']);

/** Parts of libcu++ that the emulator has headers of its own for, or that are made of PTX that it does not have. */
const LEFT_OUT =
  /^cuda\/(?:std\/)?(?:atomic|barrier|latch|semaphore|pipeline|__atomic|__barrier|__latch|__semaphore|__thread)(?:\/|$)|^cuda\/(?:__memcpy_async\/|__memory_resource\/|memory_resource$|annotated_ptr$|discard_memory$|work_stealing$|__functional\/for_each_canceled\.h$|__fwd\/(?:barrier|pipeline))/;

/** CUB's layers below its algorithms of the device. */
const OF_CUB = /^cub\/(?:(?:block|warp|thread|detail)\/|iterator\/cache_modified_input_iterator\.cuh$|[\w]+\.cuh$)/;

/** True for a header that is in the package. @param path - as programs include it, e.g. `cub/block/block_scan.cuh` */
export function isKept(path) {
  if (path.startsWith('cub/'))
    return OF_CUB.test(path) && path !== 'cub/cub.cuh' && !path.startsWith('cub/detail/launcher/');
  if (path.startsWith(PTX)) return INSTRUCTIONS.has(/(\w+)\.h$/.exec(path)?.[1] ?? '');
  return !LEFT_OUT.test(path);
}
