import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SourceUnit, UnitLanguage } from '../../../grader/compile/index.ts';
import { collectHeaders } from '../../../grader/pipeline/run/headers.ts';
import type { ProgramRequest } from '../../../grader/pipeline/run/index.ts';
import { programRunner } from './program-runner.ts';

const { run } = programRunner();
const textOf = (name: string) => readFileSync(join(import.meta.dirname, 'units', name), 'utf8');
const unit = (name: string, language: UnitLanguage, text = textOf(name)): SourceUnit => ({
  path: name,
  name,
  text,
  language,
});
const UNITS = [
  unit('kernels.cu', 'cuda'),
  unit('device.cu', 'cuda'),
  unit('sum.cpp', 'c++'),
  unit('twice.c', 'c'),
] as const;
const source = textOf('main.cu');
const { headers } = collectHeaders([{ file: join(import.meta.dirname, 'units/main.cu'), text: source }]);
const runUnits = (units: readonly SourceUnit[], change: Partial<ProgramRequest> = {}) =>
  run(source, 'main.cu', { headers, units, macros: ['#define N 40'], ...change });

describe('a program of several sources', () => {
  it('links host code in CUDA, C++ and C, and device code', async () => {
    const { findings, stdout, exitCode } = await runUnits(UNITS);
    expect(findings).toEqual([]);
    expect([stdout, exitCode]).toEqual(['205 8200 4 100 8\n', 0]);
  });

  it('may have a source in C as gcc takes it', async () => {
    const text = '#include <stdio.h>\nextern "C" int seven();\nint main() { printf("%d\\n", seven()); }\n';
    const answer = await run(text, 'main.cu', { units: [unit('plain.c', 'c')] });
    expect(answer).toMatchObject({ findings: [], stdout: '7\n', stderr: 'program: 7 of C\n', exitCode: 0 });
  });

  it('may call the runtime API in C', async () => {
    const kernels = `__global__ void scaleAll(float *values, int count, float factor) {
  if (threadIdx.x < count) values[threadIdx.x] *= factor;
}
extern "C" void scale(float *values, int count, float factor) { scaleAll<<<1, 64>>>(values, count, factor); }
`;
    const { findings, stdout, exitCode } = await run(kernels, 'scale.cu', { units: [unit('runtime.c', 'c')] });
    expect(findings.map(({ rule, file, line }) => [rule, file, line])).toEqual([
      ['out-of-bounds-read', 'runtime.c', 30],
    ]);
    expect([stdout, exitCode]).toEqual(['126 32 3 3 4\n', 0]);
  });

  it('may call functions in C that it does not declare, as with gcc 12', async () => {
    const text = `#include <stdio.h>
extern "C" int twice(long value) { cudaSetDevice(0); return (int)(2 * value); }
extern "C" void show(const char *text, float *value) { printf("%s %g\\n", text, *value); }
`;
    const calls = `int main() {
  float value = 1.5f;
  show("value", &value);
  cudaSetDevice(0);
  return twice(3L) + later(time(0) > 1000 && close(-1) == -1);
}
int later(int x) { return x; }
`;
    const { findings, stdout, exitCode } = await run(text, 'show.cu', { units: [unit('calls.c', 'c', calls)] });
    expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual(
      ['show', 'cudaSetDevice', 'twice', 'later', 'time', 'close'].map(() => ['compile-warning', 'warning']),
    );
    expect([stdout, exitCode]).toEqual(['value 1.5\n', 7]);
  });

  it.each(['"rdtsc" : "=a"(low)', '"nop" : : "r"(low)'])(
    'needs a feature if host code has assembly: %s',
    async (text) => {
      const program = `int main() { unsigned low = 0; __asm__ __volatile__(${text}); return (int)low; }\n`;
      const { findings, exitCode } = await run(program, 'main.cu');
      expect(findings.map(({ rule }) => rule)).toEqual(['unsupported-feature']);
      expect(exitCode).toBeNull();
    },
  );

  it('has findings at the line of the source that they are in', async () => {
    const wrong = textOf('kernels.cu').replace('i < n', 'i <= n');
    const { findings } = await runUnits([unit('kernels.cu', 'cuda', wrong), ...UNITS.slice(1)], { args: [] });
    expect(findings.map(({ rule, file, line }) => [rule, file, line])).toEqual([
      ['out-of-bounds-read', 'kernels.cu', 6],
      ['out-of-bounds-write', 'kernels.cu', 6],
    ]);
  });

  it('is rejected at the line of the source that does not compile', async () => {
    const wrong = textOf('sum.cpp').replace('values.end()', 'values.ende()');
    const { findings } = await runUnits([...UNITS.slice(0, 2), unit('sum.cpp', 'c++', wrong), ...UNITS.slice(3)]);
    expect(findings.map(({ rule, file, line }) => [rule, file, line])).toEqual([['compile-error', 'sum.cpp', 11]]);
  });

  it.each([
    ['host', 'int otherCounter() { return 1; }\n'],
    ['device', '#include "k.h"\n__device__ int doubled(int x) { return x + x; }\n'],
  ])('is rejected if two sources define a function of the %s', async (_, text) => {
    const { findings, exitCode } = await runUnits([...UNITS, unit('again.cu', 'cuda', text)]);
    expect(findings.map(({ rule }) => rule)).toEqual(['compile-error']);
    expect(exitCode).toBeNull();
  });

  it('is rejected with a word of extern "C" if C calls what C++ defines', async () => {
    const kernels = 'int seven() { return 7; }\n';
    const calls = 'int seven(void);\nint main(void) { return seven(); }\n';
    const { findings } = await run(kernels, 'seven.cu', { units: [unit('main.c', 'c', calls)] });
    expect(findings).toMatchObject([{ rule: 'compile-error' }]);
    expect(findings[0]?.hint).toContain('extern "C"');
  });

  it('is rejected if no source defines what one calls', async () => {
    const { findings } = await runUnits(UNITS.slice(0, 3));
    expect(findings).toMatchObject([{ rule: 'compile-error' }]);
    expect(findings[0]?.message).toContain('twice');
  });
});

describe('options of nvcc', () => {
  const program = `#include <cstdio>
#ifndef SIZE
#error "no size"
#endif
int main() { printf("%d %ld %d\\n", SIZE, __cplusplus, FROM_HEADER); }
`;

  it('define macros, include files and choose the standard', async () => {
    const { stdout, findings } = await run(program, 'p.cu', {
      headers: [{ path: '../up/all.h', name: '../up/all.h', text: '#define FROM_HEADER (SIZE + 1)\n' }],
      macros: ['#define SIZE 7'],
      preIncludes: ['../up/all.h'],
      standard: 20,
    });
    expect(findings).toEqual([]);
    expect(stdout).toBe('7 202002 8\n');
  });

  it('leave `register` as nvcc takes it in C++17', async () => {
    const text = '__global__ void k() { register int i = 0; (void)i; }\nint main() { register int x = 3; return x; }\n';
    const { findings, exitCode } = await run(text, 'main.cu');
    expect(findings).toEqual([]);
    expect(exitCode).toBe(3);
  });

  it('remove macros', async () => {
    const { findings } = await run(program, 'p.cu', { macros: ['#define SIZE 7', '#undef SIZE'] });
    expect(findings[0]).toMatchObject({ rule: 'compile-error', line: 3 });
  });
});
