import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConsoleStdout, type Fd, File, OpenFile } from '@bjorn3/browser_wasi_shim';
import { describe, expect, it } from 'vitest';
import { Instances } from '../../grader/compile/clang-instances.ts';
import { edited, readEdited } from '../../grader/platform/packaged/clang-edits.ts';
import { reusableEdits } from '../../native/emulator/reusable-clang.mjs';
import { assemble } from '../host/modules.ts';

/**
 * A command that prints what it finds in its data, on its stack, in its stack pointer and in memory that it asks for,
 * leaves traces in all of them, and exits with the pages that it has. With 2 arguments it traps instead; with 3 it asks
 * for more pages than there are.
 */
const COMMAND = `(module
  (import "wasi_snapshot_preview1" "args_sizes_get" (func $args (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
  (memory (export "memory") 2 8)
  (global $stack (mut i32) (i32.const 4096))
  (table 1 1 funcref)
  (elem (i32.const 0) $grow)
  (data (i32.const 70000) "data")
  (func $grow (param i32) (result i32) (memory.grow (local.get 0)))
  (func (export "_start")
    (local $pages i32)
    (local.set $pages (memory.size))
    (drop (call $args (i32.const 0) (i32.const 4)))
    ;; What is found: data, a word of the stack, a word of what is asked for, and the stack pointer.
    (i32.store (i32.const 16) (i32.load (i32.const 70000)))
    (i32.store (i32.const 20) (i32.load (i32.const 4000)))
    (i32.store (i32.const 24) (global.get $stack))
    (if (i32.eq (i32.load (i32.const 0)) (i32.const 3))
      (then (i32.store (i32.const 28) (call_indirect (param i32) (result i32) (i32.const 100) (i32.const 0))))
      (else
        (drop (call $grow (i32.const 3)))
        (i32.store (i32.const 28) (i32.load (i32.const 140000)))
        (i32.store (i32.const 140000) (i32.const 7))))
    (i32.store (i32.const 8) (i32.const 16))
    (i32.store (i32.const 12) (i32.const 16))
    (drop (call $write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 32)))
    (i32.store (i32.const 70000) (i32.const 7))
    (i32.store (i32.const 4000) (i32.const 7))
    (global.set $stack (i32.const 64))
    (if (i32.eq (i32.load (i32.const 0)) (i32.const 2)) (then (unreachable)))
    (call $exit (memory.size))))`;

const DATA = 0x61746164;

function commands(): Instances {
  const program = assemble(COMMAND);
  return new Instances(new WebAssembly.Module(edited(program, reusableEdits(program))));
}

/** @returns its exit code, and the words that it found */
function run(instances: Instances, args: string[] = ['command']): { code: number; found: number[] } {
  const found: number[] = [];
  const stdout = new ConsoleStdout((bytes) => found.push(...new Uint32Array(bytes.slice().buffer)));
  const files: Fd[] = [new OpenFile(new File([])), stdout];
  return { code: instances.start(instances.take(), args, files), found };
}

describe('an instance that is used again', () => {
  const fresh = { code: 5, found: [DATA, 0, 4096, 0] };

  it('finds everything as a new one does, and memory of the same size', () => {
    const instances = commands();
    expect(run(instances)).toEqual(fresh);
    expect(run(instances)).toEqual(fresh);
    instances.drop();
    expect(run(instances)).toEqual(fresh);
  });

  it('gets no more memory than the limit lets a new one have', () => {
    const instances = commands();
    run(instances);
    const refused = { code: 2, found: [DATA, 0, 4096, 0xffffffff] };
    expect(run(instances, ['a', 'b', 'c'])).toEqual(refused);
    instances.drop();
    expect(run(instances, ['a', 'b', 'c'])).toEqual(refused);
  });

  it('is none that a trap has ended', () => {
    const instances = commands();
    run(instances);
    expect(() => run(instances, ['a', 'b'])).toThrow(WebAssembly.RuntimeError);
    expect(run(instances)).toEqual(fresh);
  });
});

describe('the edits of a program', () => {
  it('are refused where a table can change', () => {
    const changing = COMMAND.replace(
      '(func (export "_start")',
      '(func (table.set (i32.const 0) (ref.null func))) (func (export "_start")',
    );
    expect(() => reusableEdits(assemble(changing))).toThrow(/an instruction 26/);
  });

  it('are of one program alone', () => {
    const program = assemble(COMMAND);
    expect(() => edited(program.subarray(1), reusableEdits(program))).toThrow(/another version/);
  });

  it('are the same if the program is read from a file', async () => {
    const program = assemble(COMMAND);
    const edits = reusableEdits(program);
    const folder = mkdtempSync(join(tmpdir(), 'grade-edits-'));
    const file = join(folder, 'program.wasm');
    try {
      writeFileSync(file, program);
      expect(Buffer.compare(await readEdited(file, edits), edited(program, edits))).toBe(0);
      writeFileSync(file, program.subarray(1));
      await expect(readEdited(file, edits)).rejects.toThrow(/another version/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
