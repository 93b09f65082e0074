import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectHeaders } from '../../grader/pipeline/run/headers.ts';
import { programRunner } from '../pipeline/run/program-runner.ts';

const { run: runSource } = programRunner();

const textOf = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

function run(name: string, source: string) {
  const headers = collectHeaders([{ file: join(import.meta.dirname, name), text: source }]).headers;
  return runSource(source, name, { headers: headers.map((header) => ({ ...header, name: header.path })) });
}

describe('a program that uses a library of the emulator', () => {
  const programs = [
    'thrust-vectors.cu',
    'thrust-sums.cu',
    'thrust-orders.cu',
    'thrust-more.cu',
    'thrust-large.cu',
    'thrust-complex.cu',
    'thrust-companions.cu',
    'thrust-companions-sort.cu',
    'cublas.cu',
    'cublaslt.cu',
    'cufft.cu',
    'curand.cu',
    'cuda-std.cu',
    'cub-blocks.cu',
    'cub-device.cu',
  ];
  it.each(programs)('%s: what the documentation states holds, and nothing is found', async (name) => {
    expect(await run(name, textOf(name))).toMatchObject({ stdout: '', findings: [], exitCode: 0 });
  });

  it("reports its mistakes at its own lines, with the algorithm's name", async () => {
    const source = textOf('findings.cu');
    const { findings } = await run('findings.cu', source);
    const lines = source.split('\n');
    const told = findings.map(
      ({ rule, line = 0, kernel }) => `${rule} ${/\/\/ .*/.exec(lines[line - 1] ?? '')} ${kernel}`,
    );
    expect(told).toEqual([
      'out-of-bounds-write // too short thrust::transform',
      'out-of-bounds-read // beyond the table thrust::transform',
      'out-of-bounds-read // one too many thrust::copy',
      'out-of-bounds-write // one too many thrust::copy',
      "host-device-pointer // the host's thrust::reduce",
      'uninitialized-read // never filled cublas::vectors',
    ]);
  });
});

it('counts with the header of unique alone, as with NVIDIA’s', async () => {
  const source = `#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/unique.h>
int main() {
  thrust::device_vector<int> ones(10, 1);
  printf("%d", (int)thrust::count(ones.begin(), ones.end(), 1));
}
`;
  expect(await run('count.cu', source)).toMatchObject({ stdout: '10', findings: [], exitCode: 0 });
});

it('throws what Thrust throws on an H200 if there is no memory', async () => {
  const source = `#include <cstdio>
#include <thrust/device_malloc.h>
#include <thrust/device_vector.h>
int main() {
  try {
    thrust::device_vector<int> large((size_t)1 << 40);
  } catch (std::bad_alloc &error) {
    std::printf("%s\\n", error.what());
  }
  try {
    thrust::device_malloc<int>((size_t)1 << 40);
  } catch (thrust::system::detail::bad_alloc &) {
    return cudaGetLastError();
  }
  return 9;
}
`;
  expect(await run('memory.cu', source)).toMatchObject({
    stdout: 'std::bad_alloc: cudaErrorMemoryAllocation: out of memory\n',
    findings: [],
    exitCode: 0,
  });
});

describe('a program with conditions', () => {
  it.each([
    'cub/block/block_reduce.cuh',
    'cub/device/device_reduce.cuh',
    'cuda/std/span',
    'cuda/std/type_traits',
    'thrust/iterator/counting_iterator.h',
    'thrust/random/normal_distribution.h',
  ])('can include <%s>', async (header) => {
    const source = `#include <${header}>\n#ifdef __CUDACC__\nint main() { return 7; }\n#endif\n`;
    expect(await run('conditions.cu', source)).toMatchObject({ findings: [], exitCode: 7 });
  });
});

describe('a program that misuses CUB', () => {
  it('is reported at the line of the call', async () => {
    const source = textOf('cub-findings.cu');
    const { findings } = await run('cub-findings.cu', source);
    const lines = source.split('\n');
    const told = findings.map(
      ({ rule, line = 0, kernel }) => `${rule} ${/\/\/ .*/.exec(lines[line - 1] ?? '')} ${kernel}`,
    );
    expect(told.sort()).toEqual([
      'barrier-divergence // not all threads guarded',
      'out-of-bounds-write // half of the storage cub::temporary_storage',
      'out-of-bounds-write // no third element thrust::fill',
      'shared-out-of-bounds // 64 threads tooMany',
      'shared-race // no barrier in between again',
      'uninitialized-read // 256 threads tooFew',
      'uninitialized-read // not all threads guarded',
    ]);
  });
});

describe('what there is not', () => {
  const only = async (source: string) => {
    const { findings } = await run('mine.cu', source);
    expect(findings).toMatchObject([{ rule: 'unsupported-feature', line: 1 }]);
    return findings[0]?.message ?? '';
  };

  it('of a library is named beside what there is', async () => {
    const message = await only('#include <thrust/allocate_unique.h>\nint main() {}\n');
    expect(message).toMatch(
      /^This uses thrust\/allocate_unique\.h of Thrust \(there are .*copy\.h, .*unique\.h.*\), which the/,
    );
    const iterators = await only('#include <thrust/iterator/strided_iterator.h>\nint main() {}\n');
    expect(iterators).toContain('(there are constant_iterator.h, counting_iterator.h, discard_iterator.h,');
  });

  it('of cuRAND is named by its generator', async () => {
    const sobol = '#include <curand.h>\nint main() { return CURAND_RNG_QUASI_SOBOL32; }\n';
    const { findings } = await runSource(sobol, 'mine.cu');
    expect(findings).toMatchObject([{ rule: 'unsupported-feature', line: 2 }]);
    expect(findings[0]?.message).toBe('This uses a part of cuRAND that is not there, which the emulator cannot run.');
  });

  it('of libraries is named as before', async () => {
    expect(await only('#include <cufftXt.h>\nint main() {}\n')).toBe('This uses cuFFT, which the emulator cannot run.');
    expect(await only('#include <cublasXt.h>\nint main() {}\n')).toBe(
      'This uses cuBLAS, which the emulator cannot run.',
    );
  });

  it('of cuBLASLt is named by its epilogue', async () => {
    const gradient = '#include <cublasLt.h>\nint main() { return CUBLASLT_EPILOGUE_BGRADB; }\n';
    const { findings } = await runSource(gradient, 'mine.cu');
    expect(findings).toMatchObject([{ rule: 'unsupported-feature', line: 2 }]);
    expect(findings[0]?.message).toBe('This uses a part of cuBLAS that is not there, which the emulator cannot run.');
  });
});
