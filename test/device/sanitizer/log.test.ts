import { describe, expect, it } from 'vitest';
import { parseSanitizerLog } from '../../../grader/device/sanitizer/log.ts';

const MEMCHECK = `========= COMPUTE-SANITIZER
========= Invalid __global__ read of size 4 bytes
=========     at matmul_kernel(const float *, const float *, float *, int, int, int)+0x2d0 in /in/mine.cu:12
=========     by thread (5,1,0) in block (2,0,0)
=========     Access at 0x7f0000000100 is out of bounds
=========     and is 1 bytes after the nearest allocation at 0x7f0000000000 of size 256 bytes
=========     Saved host backtrace up to driver entry point at kernel launch time
=========         Host Frame:  [0x55d0] in node
=========
========= Invalid __global__ read of size 4 bytes
=========     at matmul_kernel(const float *, const float *, float *, int, int, int)+0x2d0 in /in/mine.cu:12
=========     by thread (6,1,0) in block (2,0,0)
=========     Access at 0x7f0000000104 is out of bounds
=========
========= Invalid __shared__ write of size 4 bytes
=========     at void tiled<(int)16>(const float *, float *)+0x110 in /in/mine.cu:20
=========     by thread (0,0,0) in block (0,0,0)
=========     Access at 0x400 is out of bounds
=========
========= Program hit CUDA_ERROR_LAUNCH_FAILED (error 719) due to "unspecified launch failure" on CUDA API call to cuStreamSynchronize.
========= ERROR SUMMARY: 4 errors
`;

describe('what compute-sanitizer says', () => {
  it('is one finding per rule and line, with the first thread and a count', () => {
    const found = parseSanitizerLog('memcheck', MEMCHECK, 'mine.cu');
    expect(found).toEqual([
      {
        tool: 'memcheck',
        rule: 'out-of-bounds-read',
        message: 'Invalid __global__ read of size 4 bytes',
        kernel: 'matmul_kernel',
        line: 12,
        otherLine: null,
        block: [2, 0, 0],
        thread: [5, 1, 0],
        count: 2,
      },
      expect.objectContaining({ rule: 'shared-out-of-bounds', kernel: 'tiled<16>', line: 20, count: 1 }),
    ]);
  });

  it('has both ends of a race, and how many there were', () => {
    const log = `========= Error: Race reported between Write access at void tiled<(int)16>(const float *)+0x2d0 in /in/mine.cu:14
=========     and Read access at void tiled<(int)16>(const float *)+0x330 in /in/mine.cu:18 [12288 hazards]
=========
========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)
`;
    expect(parseSanitizerLog('racecheck', log, 'mine.cu')).toEqual([
      expect.objectContaining({ rule: 'shared-race', kernel: 'tiled<16>', line: 14, otherLine: 18, count: 12288 }),
    ]);
  });

  it('knows uninitialised reads, barriers and misaligned addresses', () => {
    const log = `========= Uninitialized __global__ memory read of size 4 bytes
=========     at sum(float *)+0x40 in /in/mine.cu:7
=========     by thread (1,0,0) in block (0,0,0)
=========
========= Barrier error detected. Divergent thread(s) in block
=========     at sum(float *)+0x80 in /in/mine.cu:9
=========     by thread (32,0,0) in block (1,0,0)
=========
========= Invalid __global__ write of size 16 bytes
=========     at sum(float *)+0x90 in /in/mine.cu:11
=========     by thread (0,0,0) in block (0,0,0)
=========     Access at 0x7f0000000004 is misaligned
`;
    const found = parseSanitizerLog('initcheck', log, 'mine.cu');
    expect(found.map(({ rule, line }) => [rule, line])).toEqual([
      ['uninitialized-read', 7],
      ['barrier-divergence', 9],
      ['misaligned-access', 11],
    ]);
  });

  it('has no line where the code is not the submission’s', () => {
    const log =
      '========= Invalid __global__ read of size 4 bytes\n=========     at f(int *)+0x40 in /usr/include/x.h:7\n';
    expect(parseSanitizerLog('memcheck', log, 'mine.cu')).toEqual([
      expect.objectContaining({ line: null, kernel: 'f', block: null }),
    ]);
  });

  it('finds nothing in a log without errors', () => {
    const clean = '========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n';
    expect(parseSanitizerLog('memcheck', clean, 'mine.cu')).toEqual([]);
  });
});
