import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../grader/device/sanitizer/index.ts';
import type { EntryArgument } from '../../grader/host/index.ts';
import { GpuTarget, localHelpers } from '../../grader/pipeline/gpu/index.ts';
import { Bench, LIMITS } from '../host/bench.ts';
import { FakeDriver, unavailable } from '../native/cuda/fake-driver.ts';

const SOURCE = `
extern "C" __global__ void copy(const int* x, int* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = x[i];
}
void entry(const int* x, int* out, int n) { copy<<<1, 256>>>(x, out, n); }
`;
const ARGS: readonly EntryArgument[] = [
  { kind: 'input', name: 'x', bytes: new Uint8Array(400) },
  { kind: 'output', name: 'out', byteLength: 400, type: 'i32' },
  { kind: 'scalar', name: 'n', type: 'i32', value: 100 },
];

/** A script that runs its command, as compute-sanitizer does, and records the exit status. */
const CHECKER = `#!/bin/sh
tool=$2
while [ "$1" != /bin/sh ]; do shift; done
"$@"
echo "$tool $?" >> "$(dirname "$0")/ended"
`;

describe.skipIf(unavailable)('a case under a checker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'grade-checker-'));
  const path = process.env.PATH;
  let driver: FakeDriver;
  let bench: Bench;
  beforeAll(async () => {
    driver = new FakeDriver();
    writeFileSync(join(folder, 'compute-sanitizer'), CHECKER);
    chmodSync(join(folder, 'compute-sanitizer'), 0o755);
    bench = await Bench.open(SOURCE, 'void entry(const int* x, int* out, int n)');
    process.env.PATH = `${folder}:${path}`;
  });
  afterAll(async () => {
    process.env.PATH = path;
    await bench?.close();
    driver?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('finishes under each tool', async () => {
    const request = bench.request({ entry: 'entry', args: ARGS, arraysIn: 'device', limits: LIMITS });
    const executed = await bench.record(request);
    const gpu = new GpuTarget(localHelpers({ library: driver.library }));
    const image = driver.image('kernel copy copy 0:8 8:8 16:4');
    const runs = gpu.runs({ program: bench.program, image }, async () => []);
    runs.begin(TOOLS);
    await runs.sanitize([{ request, recorded: [{ args: ARGS, executed }] }]);
    await runs.dispose();
    await gpu.dispose();
    const ended = readFileSync(join(folder, 'ended'), 'utf8').trim().split('\n').sort();
    expect(ended).toEqual(['initcheck 0', 'memcheck 0', 'racecheck 0', 'synccheck 0']);
    expect(driver.calls().filter((call) => call.startsWith('cuLaunchKernel copy'))).toHaveLength(4);
  });
});
