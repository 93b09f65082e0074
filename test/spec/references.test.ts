import { describe, expect, it } from 'vitest';
import { AssignmentError } from '../../grader/platform/errors.ts';
import { type AssignmentSpec, type ReferenceManifest, readReference, sha256 } from '../../grader/spec/index.ts';

const spec: Pick<AssignmentSpec, 'entry' | 'cases'> = {
  entry: {
    style: 'device-pointers',
    function: 'f',
    parameters: [
      { name: 'sum', role: 'output', type: 'float32', shape: ['n'] },
      { name: 'flags', role: 'output', type: 'uint8', shape: ['n'] },
      { name: 'n', role: 'scalar', type: 'int32' },
    ],
  },
  cases: [
    { name: 'two', dims: { n: 2 }, seed: 1 },
    { name: 'new', dims: { n: 3 }, seed: 1 },
  ],
};
// 1 and -2 as little-endian floats, then two bytes.
const content = Uint8Array.of(0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 5, 6);
const outputs = [
  { name: 'sum', dtype: 'float32' as const, shape: [2] },
  { name: 'flags', dtype: 'uint8' as const, shape: [2] },
];

async function manifest(change: Partial<ReferenceManifest['cases'][string]> = {}): Promise<ReferenceManifest> {
  const hash = await sha256([content]);
  return {
    schemaVersion: 1,
    generator: 'a test',
    cases: { two: { file: 'two.bin', sha256: hash, inputsSha256: hash, outputs, ...change } },
  };
}

function reader(described: unknown, bytes: Uint8Array = content) {
  return (path: string): Uint8Array => {
    if (path === 'reference/manifest.json') return new TextEncoder().encode(JSON.stringify(described));
    if (path === 'reference/two.bin') return bytes;
    throw new Error(`ENOENT ${path}`);
  };
}

describe('reference outputs', () => {
  it('are read as the elements that they are, one output after the other', async () => {
    expect(await readReference(spec, 'two', reader(await manifest()))).toEqual({
      sum: Float32Array.of(1, -2),
      flags: Uint8Array.of(5, 6),
    });
  });

  it('are refused where they were changed', async () => {
    const changed = content.slice();
    changed[9] = 7;
    await expect(readReference(spec, 'two', reader(await manifest(), changed))).rejects.toThrow(
      /two\.bin is not the file that the manifest describes/,
    );
  });

  it('are refused where the assignment has another shape or type by now', async () => {
    const [sum, flags] = outputs;
    for (const stale of [
      { ...sum, shape: [4] },
      { ...sum, dtype: 'float64' as const },
    ]) {
      const described = await manifest({ outputs: [stale as (typeof outputs)[0], flags as (typeof outputs)[0]] });
      const reading = readReference(spec, 'two', reader(described));
      await expect(reading).rejects.toThrow(/sum of the case two is not float32 \[2\]\. Make the references again/);
    }
  });

  it('are missed by name', async () => {
    await expect(readReference(spec, 'new', reader(await manifest()))).rejects.toThrow(/no outputs for the case new/);
    const nowhere = readReference(spec, 'two', () => {
      throw new Error('ENOENT');
    });
    await expect(nowhere).rejects.toThrow(AssignmentError);
  });

  it('are refused where the manifest is none', async () => {
    await expect(readReference(spec, 'two', reader({ cases: [] }))).rejects.toThrow(/not a manifest/);
    await expect(readReference(spec, 'two', () => Uint8Array.of(0x7b))).rejects.toThrow(/is not JSON/);
  });
});
