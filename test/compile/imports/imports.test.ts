import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOST_IMPORTS, importProblem, importsOf } from '../../../grader/compile/imports/index.ts';
import { packageRoot } from '../../../grader/platform/root.ts';
import { assemble } from '../../host/modules.ts';

const FRAME = '(memory (export "memory") 1 2)';
const moduleOf = (imports: string) => assemble(`(module ${imports} ${FRAME})`);

describe('importProblem', () => {
  it('accepts what there is, with its types', () => {
    const imports = `(import "cuda" "cudaMalloc" (func (param i64 i64) (result i32)))
      (import "cuda" "cudaDestroyTextureObject" (func (param i64) (result i32)))
      (import "env" "invoke_vij" (func (param i64 i32 i64)))
      (import "env" "invoke_d" (func (param i64) (result f64)))
      (import "wasi_snapshot_preview1" "fd_seek" (func (param i32 i64 i32 i32) (result i32)))`;
    expect(importProblem(moduleOf(imports))).toBeNull();
    expect(importProblem(moduleOf(''))).toBeNull();
  });

  it.each([
    ['(import "cuda" "cudaMalloc" (func (param i64 i32) (result i32)))', 'cudaMalloc', 'type'],
    ['(import "cuda" "cudaMalloc" (func (param i64 i64)))', 'cudaMalloc', 'type'],
    ['(import "cuda" "cudaMalloc" (global i32))', 'cudaMalloc', 'type'],
    ['(import "cuda" "toString" (func))', 'toString', 'unknown'],
    ['(import "cuda" "__proto__" (func))', '__proto__', 'unknown'],
    ['(import "wasi_snapshot_preview1" "proc_exit" (func (param i64)))', 'proc_exit', 'type'],
    ['(import "env" "invoke_v" (func (param i32)))', 'invoke_v', 'type'],
    ['(import "env" "invoke_vx" (func (param i64 i32)))', 'invoke_vx', 'unknown'],
    ['(import "env" "memory" (memory 1))', 'memory', 'unknown'],
    ['(import "env" "table" (table 1 funcref))', 'table', 'unknown'],
    ['(import "fs" "readFile" (func))', 'readFile', 'unknown'],
  ])('refuses %s', (imports, name, problem) => {
    expect(importProblem(moduleOf(imports))).toEqual({ name, problem });
  });

  it('refuses bytes that are not a module, and reads nothing beyond their end', () => {
    const whole = moduleOf('(import "cuda" "cudaMalloc" (func (param i64 i64) (result i32)))');
    expect(importProblem(new Uint8Array())).toEqual({ name: null, problem: 'unreadable' });
    for (let length = 1; length < 40; length++) {
      const found = importProblem(whole.slice(0, length));
      expect(found === null || found.problem === 'unreadable').toBe(true);
    }
    expect(importsOf(Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 2, 255, 255, 255, 255, 15, 255]))).toBeNull();
  });
});

describe('the table of imports', () => {
  it('has every function that the headers declare', () => {
    const folder = join(packageRoot, 'native', 'emulator');
    const declared = ['host_api', 'host_copies', 'graphs', 'texture_api'].flatMap((name) => {
      const text = readFileSync(join(folder, 'include', 'emu', `${name}.h`), 'utf8');
      return [...text.matchAll(/^__EMU_(?:API|IMPORT)\((\w+)\)/gm)].map((match) => match[1] ?? '');
    });
    const cuda = HOST_IMPORTS.get('cuda');
    expect(declared.length).toBeGreaterThan(150);
    expect(declared.filter((name) => name !== 'name' && !cuda?.has(name))).toEqual([]);
  });
});
