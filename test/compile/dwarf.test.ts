import { runLLVM, type Tree } from '@yowasp/clang';
import { beforeAll, describe, expect, it } from 'vitest';
import { TARGET_LINKER_FLAGS, TRIPLE } from '../../grader/abi/index.ts';
import { type Place, SourceMap } from '../../grader/compile/dwarf/index.ts';
import { readSections } from '../../grader/compile/dwarf/sections.ts';
import { lowerMemory64 } from '../../grader/compile/lower/index.ts';

const HEADER = `#pragma once
int external(int);
static inline __attribute__((always_inline)) int twice(int n) {
  return external(n) + external(n + 1);
}
`;
const SOURCE = `#include "dir/helper.h"
static __attribute__((noinline)) int apart(int n) {
  return external(n * 3);
}
static inline __attribute__((always_inline)) int both(int n) {
  int sum = twice(n);
  return sum + apart(n);
}
__attribute__((export_name("entry"))) int entry(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    sum += both(i);
    if (sum > 100)
      sum -= twice(sum);
  }
  return sum;
}
static int unused(int n) { return external(n); }
`;

/** Every byte of the function bodies, so that rows' borders are compared too. */
function offsetsIn(wasm: Uint8Array, from: number, bytes: number): number[] {
  const { codeStart } = readSections(wasm);
  return Array.from({ length: bytes }, (_, index) => codeStart + from + index);
}

/** Runs one tool of LLVM. @returns its output file, and what it printed */
async function run(args: string[], files: Tree, output = ''): Promise<{ file: Uint8Array; text: string }> {
  let text = '';
  const print = (bytes: Uint8Array | null) => {
    if (bytes) text += new TextDecoder().decode(bytes);
  };
  const made = await runLLVM(args, files, {
    stdout: print,
    stderr: print,
    decodeASCII: false,
    fetchProgress: () => {},
  });
  const file = made?.[output];
  return { file: file instanceof Uint8Array ? file : new Uint8Array(), text };
}

describe('SourceMap', () => {
  let wasm: Uint8Array;

  beforeAll(async () => {
    // A streamed module would be compiled eagerly, which takes long.
    WebAssembly.compileStreaming = async (source) => WebAssembly.compile(await (await source).arrayBuffer());
    const flags = ['-triple', TRIPLE, '-O1', '-debug-info-kind=line-tables-only', '-dwarf-version=4'];
    const sources = { 'a.c': SOURCE, dir: { 'helper.h': HEADER } };
    const object = await run(['clang', '-cc1', ...flags, '-emit-obj', '-o', 'a.o', 'a.c'], sources, 'a.o');
    const linkage = ['wasm-ld', ...TARGET_LINKER_FLAGS, '--no-entry', '--allow-undefined', '-o', 'a.wasm', 'a.o'];
    wasm = (await run(linkage, { 'a.o': object.file }, 'a.wasm')).file;
    expect(wasm.length).toBeGreaterThan(100);
  });

  it('says of every byte of code what llvm-symbolizer says', async () => {
    const { codeStart } = readSections(wasm);
    const offsets = offsetsIn(wasm, 1, 160);
    const addresses = offsets.map((offset) => `0x${(offset - codeStart).toString(16)}`);
    const symbolizer = ['symbolizer', '--obj=a.wasm', '--output-style=JSON', '--inlines', ...addresses];
    const { text } = await run(symbolizer, { 'a.wasm': wasm });
    const answers = JSON.parse(text) as { Symbol: { FileName: string; Line: number; Column: number }[] }[];
    const expected = answers.map(({ Symbol: frames }) =>
      frames
        .filter(({ FileName }) => FileName !== '')
        .map(({ FileName, Line, Column }): Place => ({ file: FileName, line: Line, column: Column })),
    );
    const map = new SourceMap(wasm);
    expect(offsets.map((offset) => map.placesAt(offset))).toEqual(expected);
    // The comparison is of something: inlining two levels deep, and both files.
    expect(Math.max(...expected.map((places) => places.length))).toBe(3);
    expect(new Set(expected.flat().map(({ file }) => file))).toEqual(new Set(['a.c', './dir/helper.h']));
  });

  it('leads from a call in a stack trace to its line and the calls around it', async () => {
    const stacks: string[] = [];
    const imports = {
      env: {
        external: (n: number) => {
          stacks.push(String(new Error('here').stack));
          return n;
        },
      },
    };
    const lowered = lowerMemory64(wasm, { border: 500 << 20 });
    const { instance } = await WebAssembly.instantiate(lowered, imports);
    (instance.exports.entry as (n: number) => number)(1);
    const map = new SourceMap(lowered);
    const places = stacks.map((stack) => {
      const offset = /wasm-function\[\d+\]:0x([0-9a-f]+)/.exec(stack)?.[1] ?? '0';
      return map.placesAt(Number.parseInt(offset, 16)).map(({ file, line }) => `${file}:${line}`);
    });
    expect(places).toEqual([
      ['./dir/helper.h:4', 'a.c:6', 'a.c:12'],
      ['./dir/helper.h:4', 'a.c:6', 'a.c:12'],
      ['a.c:3'],
    ]);
  });

  it('knows no places in code without line tables, nor outside code', () => {
    const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
    expect(new SourceMap(empty).placesAt(8)).toEqual([]);
    expect(new SourceMap(wasm).placesAt(4)).toEqual([]);
    expect(new SourceMap(wasm).placesAt(wasm.length + 1000)).toEqual([]);
  });
});
