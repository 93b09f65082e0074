import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../grader/device/sanitizer/index.ts';
import type { StartHelper } from '../../grader/pipeline/gpu/index.ts';
import { SanitizerTools } from '../../grader/pipeline/gpu/sanitize.ts';

type Program = Parameters<SanitizerTools['run']>[0];
type Cases = Parameters<SanitizerTools['run']>[1];

const PROGRAM = {
  program: { host: { wasm: new Uint8Array(), fileName: 'a.cu' }, device: { wasm: new Uint8Array(), heapBytes: 1 } },
  image: new Uint8Array(),
} as unknown as Program;
const CASES = [{ request: { limits: { hostMemoryBytes: 65_536 } }, recorded: [] }];

/** A helper that ends at once, as a shell does that cannot start its command. */
function ending(how: string, said: string): StartHelper {
  return async () => ({
    input: new PassThrough(),
    output: new PassThrough(),
    ended: Promise.resolve({ how, said }),
    kill: () => undefined,
  });
}

async function sanitizing(how: string, said: string): Promise<unknown> {
  const tools = new SanitizerTools(ending(how, said), TOOLS);
  try {
    return await tools.run(PROGRAM, CASES as unknown as Cases);
  } finally {
    await tools.close();
  }
}

describe('compute-sanitizer', () => {
  it.each([
    ['exit status 127', 'sh: 1: exec: compute-sanitizer: not found'],
    ['spawn compute-sanitizer ENOENT', ''],
  ])('reports a missing compute-sanitizer as such: %s', async (how, said) => {
    await expect(sanitizing(how, said)).rejects.toMatchObject({ name: 'SanitizerMissing', exitCode: 3 });
  });

  it('reports one that fails with its own words', async () => {
    const failed = sanitizing('exit status 1', 'Error: no compatible device');
    await expect(failed).rejects.toMatchObject({
      name: 'InfrastructureError',
      details: expect.arrayContaining([expect.stringContaining('no compatible device')]),
    });
  });
});
