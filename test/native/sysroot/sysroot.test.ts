import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../../grader/platform/root.ts';
// @ts-expect-error: a script, without types
import { argumentsFor, filesOf, LIBRARIES, SOURCES } from '../../../native/sysroot/recipe.mjs';

const home = join(packageRoot, 'native', 'sysroot');
const read = (...path: string[]) => readFileSync(join(home, ...path));
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface Library {
  readonly sha256: string;
  readonly bytes: number;
  readonly objects: number;
  readonly arguments: readonly string[];
}
interface Manifest {
  readonly clang: string;
  readonly sources: Readonly<
    Record<string, { commit: string; patches: readonly { file: string; sha256: string }[]; sha256: string }>
  >;
  readonly targets: Readonly<
    Record<string, { libraries: Readonly<Record<string, Library>>; headers: Readonly<Record<string, string>> }>
  >;
}
const manifest: Manifest = JSON.parse(read('manifest.json').toString());
const targets = Object.entries(manifest.targets);

/** The members of an archive in GNU's format, and the symbols of its table. */
function contentOf(archive: Buffer): { members: string[]; symbols: string[]; stamps: Set<string> } {
  const members: string[] = [];
  const stamps = new Set<string>();
  let symbols: string[] = [];
  let longNames = '';
  for (let at = 8; at + 60 <= archive.length; ) {
    const field = (from: number, to: number) => archive.toString('latin1', at + from, at + to).trim();
    const name = field(0, 16);
    const bytes = Number(field(48, 58));
    const body = archive.subarray(at + 60, at + 60 + bytes);
    if (name === '/') {
      const count = body.readUInt32BE(0);
      symbols = body
        .toString('latin1', 4 + 4 * count)
        .split('\0')
        .slice(0, count);
    } else if (name === '//') longNames = body.toString('latin1');
    else {
      stamps.add(`${field(16, 28)} ${field(28, 34)} ${field(34, 40)}`);
      members.push(
        /^\/\d/.test(name) ? (longNames.slice(Number(name.slice(1))).split('/\n')[0] ?? '') : name.slice(0, -1),
      );
    }
    at += 60 + bytes + (bytes % 2);
  }
  return { members, symbols, stamps };
}

describe('the libraries of host code', () => {
  it('are for pointers of 64 bits', () => {
    expect(Object.keys(manifest.targets)).toEqual(['wasm64']);
  });

  it('are made by the Clang that the package needs', () => {
    const { dependencies } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
    expect(manifest.clang).toBe(dependencies['@yowasp/clang']);
  });

  it('are made of the commits and patches that the recipe names', () => {
    for (const [name, { commit }] of Object.entries<{ commit: string }>(SOURCES)) {
      const source = manifest.sources[name];
      expect(source?.commit, name).toBe(commit);
      const folder = join(home, 'patches', name);
      const files = existsSync(folder) ? readdirSync(folder).sort() : [];
      expect(source?.patches, name).toEqual(
        files.map((file) => ({ file, sha256: sha256(read('patches', name, file)) })),
      );
      for (const file of files)
        expect(read('patches', name, file).toString()).toMatch(/^[A-Z_][\s\S]{20,}?\n\n--- a\//);
    }
  });

  it.each(targets)('are the bytes, members and arguments of the manifest for %s', (target, { libraries, headers }) => {
    expect(Object.keys(libraries)).toEqual(Object.keys(LIBRARIES));
    for (const [name, library] of Object.entries(libraries)) {
      const archive = brotliDecompressSync(read(target, `${name}.br`));
      expect(sha256(archive), name).toBe(library.sha256);
      const { members, stamps } = contentOf(archive);
      const files: readonly { object: string }[] = filesOf(LIBRARIES[name]);
      expect(members, name).toHaveLength(library.objects);
      expect(new Set(members.map((member) => member.replace(/\.\d+\.o$/, '.o')))).toEqual(
        new Set(files.map(({ object }) => object)),
      );
      expect([...stamps], name).toEqual(['0 0 0']);
      expect(library.arguments).toEqual(argumentsFor(target, LIBRARIES[name], ''));
      expect(library.arguments).toContain('-O2');
    }
    for (const [name, hash] of Object.entries(headers)) expect(sha256(read(target, 'include', name)), name).toBe(hash);
  });

  it.each(targets)('define what programs call for %s', (target) => {
    const symbols = Object.keys(LIBRARIES).flatMap(
      (name) => contentOf(brotliDecompressSync(read(target, `${name}.br`))).symbols,
    );
    const called = ['printf', 'malloc', 'qsort', 'sin', '__main_void', '__multi3', '_Znwm', '_ZSt9terminatev'];
    expect(symbols).toEqual(expect.arrayContaining([...called, '_ZNSt3__24coutE']));
    // Of the emulator's host/exceptions.c.
    for (const own of ['__cxa_throw', '__cxa_begin_catch', '__cxa_get_exception_ptr'])
      expect(symbols).not.toContain(own);
  });

  it('have their licenses in the package', () => {
    const licenses = readFileSync(join(packageRoot, 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of Object.keys(SOURCES))
      expect(licenses).toContain(read('licenses', `${name}.txt`).toString().trim());
    expect(licenses).toMatch(/LLVM Exceptions/);
    expect(licenses).toMatch(/Rich Felker/);
  });
});
