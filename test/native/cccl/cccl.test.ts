import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { includesCccl } from '../../../grader/compile/cccl.ts';
import { packageRoot } from '../../../grader/platform/root.ts';
// @ts-expect-error: a script, without types
import { CCCL, isKept } from '../../../native/cccl/recipe.mjs';

const home = join(packageRoot, 'native', 'cccl');
const read = (...path: string[]) => readFileSync(join(home, ...path));
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface Manifest {
  readonly commit: string;
  readonly patches: readonly { readonly file: string; readonly sha256: string }[];
  readonly bytes: number;
  readonly sha256: string;
  readonly files: readonly string[];
}
const manifest: Manifest = JSON.parse(read('manifest.json').toString());

describe("the archive of NVIDIA's headers", () => {
  const bytes = brotliDecompressSync(read('headers.json.br'));
  const headers: Record<string, string> = JSON.parse(bytes.toString());

  it('is the one that its manifest describes', () => {
    expect(manifest.commit).toBe(CCCL.commit);
    expect([bytes.length, sha256(bytes)]).toEqual([manifest.bytes, manifest.sha256]);
    expect(Object.keys(headers)).toEqual(manifest.files);
    expect(manifest.files.filter((path) => !isKept(path))).toEqual([]);
  });

  it('has the patches that its manifest names', () => {
    const patches = readdirSync(join(home, 'patches')).sort();
    expect(patches.map((file) => ({ file, sha256: sha256(read('patches', file)) }))).toEqual(manifest.patches);
  });

  it('has no header that names the terms of the toolkit', () => {
    const terms = Object.entries(headers).filter(([, text]) =>
      /NVIDIA CORPORATION.*LicenseRef-NvidiaProprietary/.test(text),
    );
    expect(terms).toEqual([]);
  });
});

describe('a program', () => {
  const includes = (header: string) => includesCccl([`#include <${header}>\n`]);

  it.each(['cub/block/block_scan.cuh', 'cub/cub.cuh', 'cuda/std/span', 'cuda/std/complex', 'nv/target'])(
    "with <%s> gets NVIDIA's headers",
    (header) => {
      expect(includes(header)).toBe(true);
    },
  );

  it.each(['cuda/atomic', 'cuda/barrier', 'cuda/pipeline', 'cuda/std/atomic', 'thrust/sort.h', 'cuda_runtime.h'])(
    'with only <%s> does not',
    (header) => {
      expect(includes(header)).toBe(false);
    },
  );
});
