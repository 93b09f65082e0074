import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Bait } from '../../grader/doctor/hostile/bait.ts';
import { loadCorpus } from '../../grader/doctor/index.ts';
import { openSandbox, type Sandbox } from '../../grader/sandbox/index.ts';
import { BUILD_LIMITS, containersOf, reason } from '../sandbox/support.ts';

/** The clock of a container begins before nvcc does. */
const LIMITS = { ...BUILD_LIMITS, wallTimeMs: 15_000, memoryBytes: 768 << 20 };

describe.skipIf(reason !== null)('nvcc in its container survives', () => {
  let sandbox: Sandbox;
  let bait: Bait;
  beforeAll(async () => {
    sandbox = await openSandbox();
    bait = await Bait.lay();
    return () => bait.remove();
  });
  afterEach(async () => {
    expect(await containersOf(process.pid)).toEqual([]);
  });

  const asked = loadCorpus().cases.flatMap((each) => (each.nvcc ? [[each.name, each, each.nvcc] as const] : []));

  it.each(asked)('compiling/%s', async (_, { fileName, bytes }, allowed) => {
    const source = new TextDecoder('utf-8').decode(bytes(bait.places));
    const prototype = 'void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width)';
    const result = await sandbox.buildFatbin({ source, fileName, prototype, architectures: ['sm_90'], limits: LIMITS });
    expect(allowed, JSON.stringify(result.diagnostics.slice(0, 3))).toContain(result.status);
    expect(bait.taken([JSON.stringify(result)])).toEqual([]);
    if (result.status === 'rejected') expect(result.diagnostics.length).toBeGreaterThan(0);
    expect(result.diagnostics.length).toBeLessThanOrEqual(20);
  });

  it('and compiles the next submission', async () => {
    const { honest } = loadCorpus();
    const request = { source: honest.source, fileName: 'honest.cu', prototype: null, architectures: ['sm_90'] };
    expect((await sandbox.buildFatbin({ ...request, limits: LIMITS })).status).toBe('compiled');
  });
});
