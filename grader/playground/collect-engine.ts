import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Assets, engineHash, type SysrootIndex } from '../compile/index.ts';
import { PYTHON_GRAMMAR } from '../handin/index.ts';
import { emulatorAssets } from '../platform/index.ts';
import {
  type ClangArchive,
  clangArchive,
  clangProgram,
  engineFiles,
  grammarEngine,
  readGrammar,
} from '../platform/packaged/index.ts';

/** The engine's files, before they are compressed. */
export interface CollectedEngine {
  /** Small ones: loaded as one. */
  readonly small: ReadonlyMap<string, Uint8Array>;
  /** Always needed. */
  readonly large: ReadonlyMap<string, Uint8Array>;
  /** The parts that read programs in Python. */
  readonly python: ReadonlyMap<string, Uint8Array>;
  readonly optional: readonly { readonly when: readonly string[]; readonly files: ReadonlyMap<string, Uint8Array> }[];
}

/** @param sources - of the assignments: they say which precompiled headers are worth their bytes */
export function collectEngine(sources: readonly string[]): CollectedEngine {
  const assets = new Assets();
  const { manifest } = assets;
  const archive = repacked(JSON.parse(new TextDecoder().decode(read('sysroot.json'))), clangArchive());
  const sets = manifest.precompiled?.sets ?? [];
  // The first set is for every source, the second for the standard library; any other only where somebody uses it:
  // without it such sources compile too, but slower.
  const kept = sets.filter(
    ({ when }, index) => index < 2 || sources.some((source) => when.some((name) => source.includes(name))),
  );
  const precompiled = manifest.precompiled && { ...manifest.precompiled, sets: kept };
  const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  const small = new Map<string, Uint8Array>([
    ['manifest.json', json({ ...manifest, precompiled })],
    ['flags.json', read('flags.json')],
    ['nvcc-macros.json', read('nvcc-macros.json')],
    ['clang-macros.json', read('clang-macros.json')],
    ['sysroot.json', json(archive.index)],
    ['engine-hash', new TextEncoder().encode(engineHash(assets))],
    [manifest.host, read(manifest.host)],
    ...manifest.layouts.flatMap(({ hooks, runtime }) => [hooks, runtime]).map((name) => [name, read(name)] as const),
    ...filesBelow(manifest.include),
  ]);
  const [always, ...rest] = kept.map(({ device, host, when }) => ({
    when,
    files: new Map([device, host].map((name) => [name, read(name)] as const)),
  }));
  return {
    small,
    large: new Map([['llvm.core.wasm', clangProgram()], ['usr', archive.bytes], ...(always?.files ?? [])]),
    python: new Map([
      ['web-tree-sitter.wasm', grammarEngine()],
      [basename(PYTHON_GRAMMAR.pathname), readGrammar(PYTHON_GRAMMAR)],
    ]),
    optional: rest,
  };
}

function read(name: string): Uint8Array {
  return engineFiles().read(name);
}

function filesBelow(folder: string): [path: string, bytes: Uint8Array][] {
  return readdirSync(join(emulatorAssets, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(path) : [[path, read(path)] as [string, Uint8Array]];
  });
}

/** The compiler's archive without what the engine never reads, and with the engine's own libraries. */
function repacked(index: SysrootIndex, archive: ClangArchive): { index: SysrootIndex; bytes: Uint8Array } {
  const entries = [
    ...index.files.map(([path, offset, length]) => [path, archive.read(offset, length)] as const),
    ...index.libraries.map(([path, asset]) => [path, read(asset)] as const),
  ];
  let at = 0;
  const files = entries.map(([path, { length }]) => {
    at += length;
    return [path, at - length, length] as const;
  });
  const bytes = Buffer.concat(entries.map(([, content]) => content));
  return { index: { archiveBytes: bytes.length, files, libraries: [] }, bytes };
}
