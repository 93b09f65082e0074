import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { edited } from '../../../grader/platform/packaged/clang-edits.ts';
import { emulatorAssets } from '../../../grader/platform/root.ts';
import { clangEdits, EDITS, type Edit, tryEdits } from '../../../native/emulator/clang-edits.mjs';
import { EditError } from '../../../native/emulator/wasm-program.mjs';
import { assemble } from '../../host/modules.ts';

/** NVIDIA's letters, as Clang makes a mask of them. */
const LETTERS = 49_707;
/** The bytes of a word, in text. */
const word = (value: number) => `\\${value.toString(16).padStart(2, '0')}\\00\\00\\00`;
const virtualTable = (...slots: number[]) => `(data (i32.const ${16 * slots.length + (slots[1] ?? 0) * 64})
  "${slots.map(word).join('')}")`;

/** A program in which each edit finds its places: functions 1 to 5 of the table are before, NVIDIA's, after, no, yes. */
const PROGRAM = {
  imports: '(import "a" "b" (func))',
  memory: '(memory (export "memory") 1)',
  globals: '(global (mut i32) (i32.const 1024))',
  size: '(func (result i32) (memory.size))',
  grow: '(func (param i32) (result i32) (memory.grow (local.get 0)))',
  table: '(table 6 funcref) (elem (i32.const 1) $before $own $after $no $yes)',
  own: `(func $own (result i32) (i32.const ${LETTERS}))`,
  others: `(func $before) (func $after) (func $no (result i32) (i32.const 0)) (func $yes (result i32) (i32.const 1))`,
  tables: `${virtualTable(1, 2, 3)} ${virtualTable(1, 4, 3)} ${virtualTable(1, 5, 3)}`,
};

function programWith(change: Partial<typeof PROGRAM> = {}): Uint8Array<ArrayBuffer> {
  const { imports, table, ...rest } = { ...PROGRAM, ...change };
  return assemble(`(module ${imports} ${table} ${Object.values(rest).join(' ')})`);
}

describe('the edits of Clang', () => {
  it('find their places in the pinned version', () => {
    const entry = createRequire(import.meta.url).resolve('@yowasp/clang');
    const program = readFileSync(join(dirname(entry), 'llvm.core.wasm'));
    const built = JSON.parse(readFileSync(join(emulatorAssets, 'clang.json'), 'utf8'));
    expect(built).toEqual({ bytes: program.length, edits: clangEdits(program).edits });
  });

  it('find their places in a small program, and leave a valid one', () => {
    const program = programWith();
    const tried = tryEdits(program);
    expect(tried.map(({ name, error }) => [name, error])).toEqual(EDITS.map(({ name }) => [name, null]));
    const changed = edited(program, clangEdits(program));
    expect(WebAssembly.validate(changed)).toBe(true);
    const exports = WebAssembly.Module.exports(new WebAssembly.Module(changed));
    expect(exports.map(({ name }) => name)).toEqual(['memory', 'stack', 'pages']);
  });

  it("give NVIDIA's constraints to targets without any, and to no other", () => {
    const program = programWith();
    const [, constraints] = tryEdits(program);
    expect(constraints?.changes).toHaveLength(1);
    expect(constraints?.changes[0]?.[2]).toBe('02000000');
  });

  it.each<[string, string, Partial<typeof PROGRAM>, string, string]>([
    ['a second global', 'own-pages', { globals: PROGRAM.globals.repeat(2) }, 'found 2 globals', 'put back'],
    ['no memory.grow', 'own-pages', { grow: '(func (param i32) (result i32) (i32.const 0))' }, 'found 0 ', 'sbrk'],
    ['no memory.size', 'own-pages', { size: '' }, 'found 0 instructions memory.size', 'sbrk'],
    [
      'two memory.grow in one function',
      'own-pages',
      { grow: '(func (param i32) (result i32) (memory.grow (memory.grow (local.get 0))))' },
      'found two memory.grow in one function',
      'longer',
    ],
    ['an imported table', 'own-pages', { imports: '(import "a" "t" (table 1 funcref))' }, 'not a function', 'put back'],
    [
      'an instruction that changes a table',
      'own-pages',
      { size: '(func (table.set (i32.const 0) (ref.null func))) (func (result i32) (memory.size))' },
      'has an instruction 26',
      'wasm-objdump -d',
    ],
    ["no function with NVIDIA's letters", 'asm-constraints', { own: '(func $own)' }, 'found 0 functions', 'NVPTX.h'],
    [
      "two functions with NVIDIA's letters",
      'asm-constraints',
      { own: `${PROGRAM.own} (func (result i32) (i32.const ${LETTERS}))` },
      'found 2 functions that know NVIDIA',
      'NVIDIAS_LETTERS',
    ],
    [
      "NVIDIA's function outside the table",
      'asm-constraints',
      { table: '(table 6 funcref) (elem (i32.const 1) $before $no $after $no $yes)' },
      'found 0 entries of the table',
      'virtual',
    ],
    ['no virtual tables', 'asm-constraints', { tables: '(data (i32.const 0) "x")' }, 'found 0 virtual tables', 'word'],
    [
      'no target without constraints',
      'asm-constraints',
      { tables: virtualTable(1, 2, 3) },
      'found 0 virtual tables of targets without constraints',
      'TargetInfo.h',
    ],
  ])('name themselves and what to look for: %s', (_, name, change, problem, lookFor) => {
    const program = programWith(change);
    const failed = tryEdits(program).find((edit) => edit.name === name);
    expect(failed?.error).toBeInstanceOf(EditError);
    expect(failed?.error?.message).toContain(`the edit \`${name}\` of Clang's program: `);
    expect(failed?.error?.message).toContain(problem);
    expect(failed?.error?.message).toContain(lookFor);
    expect(() => clangEdits(program)).toThrow(EditError);
  });

  it('are not made if two of them change one place', () => {
    const edit = (name: string, at: number): Edit => ({
      name,
      does: '',
      why: '',
      finds: '',
      make: () => [[at, 4, '']],
    });
    expect(() => clangEdits(programWith(), [edit('one', 8), edit('two', 10)])).toThrow(
      'changes what `one` changes too',
    );
    expect(clangEdits(programWith(), [edit('two', 12), edit('one', 8)]).edits.map(([at]) => at)).toEqual([8, 12]);
  });
});
