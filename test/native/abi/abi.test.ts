import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ABI_VERSION, otherAbi } from '../../../grader/abi/index.ts';
import { packageRoot } from '../../../grader/platform/root.ts';
import {
  AbiError,
  abiVersion,
  clangFlags,
  cudaHeader,
  DEFINITION,
  readAbi,
  runtimeHeader,
  staleFiles,
  typescript,
} from '../../../native/emulator/abi.mjs';

const OWN = readFileSync(join(packageRoot, DEFINITION), 'utf8');
const SMALL = `constants:
  MOST: 16 # rows of a table
  HEAD: 2 pointers
enums:
  kind:
    none: NO_KIND
    prefix: KIND_
    names: [out-of-bounds, sharedLoads]
numbers:
  flag:
    prefix: FLAG_
    readOnly: 128
structs:
  control:
    heap: u32 opened
    steps: u64
  row:
    first: u8
    words: u32[3]
    count: u64
layout:
  first: 1 MiB
  regions:
    STATIC: 256 KiB
    CELLS: 4 heap, or 1/2 cells on demand
functions:
  hook:
    void *__emu_r{1,2}(void *pointer, u32 site): inlined
  exported:
    u32 __emu_open(size_t bytes):
data_model:
  pointer_bytes: 4 # bytes of a pointer
`;
const changed = (from: string, to: string) => {
  expect(SMALL).toContain(from);
  return SMALL.replace(from, to);
};
const version = (text: string) => abiVersion(readAbi(text));

describe('the generated files of the ABI', () => {
  it('are what the definition gives', () => {
    expect(staleFiles()).toEqual([]);
    expect(ABI_VERSION).toBe(version(OWN));
  });

  it('are reported as stale if the definition changes', () => {
    const abi = readAbi(OWN.replace('MAX_FAULTS: 256', 'MAX_FAULTS: 255'));
    expect(staleFiles(abi)).toEqual(['native/emulator/runtime/abi.h', 'grader/abi/abi.ts']);
    const other = readAbi(OWN.replace('void __emu_fence(int scope):', 'void __emu_fence(int scope, int more):'));
    expect(staleFiles(other)).toContain('native/emulator/include/emu/abi.h');
  });

  it('give C and TypeScript the same names and numbers', () => {
    const abi = readAbi(SMALL);
    const [c, ts] = [runtimeHeader(abi), typescript(abi)];
    expect(c).toContain('#define MOST 16u // rows of a table');
    expect(ts).toContain('/** The rows of a table. */\nexport const MOST = 16;');
    expect(c).toContain('  NO_KIND,\n  KIND_OUT_OF_BOUNDS,\n  KIND_SHARED_LOADS,\n  KIND_COUNT,');
    expect(ts).toContain("export const KIND_NAMES = [\n  null,\n  'out-of-bounds',\n  'sharedLoads',\n] as const;");
    expect(c).toContain('#define FLAG_READ_ONLY 128u');
    expect(ts).toContain('export const FLAG = {\n  readOnly: 128,\n} as const;');
    expect(c).toContain('void *__emu_r2(void *pointer, u32 site);');
    expect(ts).toContain("  __emu_r2: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },");
    expect(ts).toContain('ahead: { bytes: 0x40000, heap: 4, pool: 0, cells: 0 },');
    expect(ts).toContain('onDemand: { bytes: 0x40000, heap: 0, pool: 0, cells: 0.5 },');
    expect(cudaHeader(readAbi(OWN))).toContain('__EMU_RUNTIME void __emu_barrier(int site);');
  });

  it('say the data model and its target once', () => {
    const models = ([4, 8] as const).map((bytes) => readAbi(changed('pointer_bytes: 4', `pointer_bytes: ${bytes}`)));
    const [narrow = '', wide = ''] = models.map(typescript);
    expect(narrow).toContain("export const TRIPLE = 'wasm32-unknown-wasip1';");
    expect(narrow).toContain("__emu_open: { parameters: ['i32']");
    expect(wide).toContain('export const POINTER_BYTES = 8;');
    expect(wide).toContain("export const TRIPLE = 'wasm64-unknown-wasip1';");
    expect(wide).toContain("export const TARGET_LINKER_FLAGS: readonly string[] = ['-mwasm64'];");
    expect(wide).toContain("export const LIBRARY_FOLDERS = ['wasm64-wasip1', 'wasm64-unknown-wasip1'] as const;");
    expect(narrow).toContain('export const HEAD = 8;');
    expect(wide).toContain('export const HEAD = 16;');
    expect(wide).toContain("__emu_open: { parameters: ['i64']");
    expect(models.map(runtimeHeader)[1]).toContain('#define POINTER_BYTES 8u');
    const flags = clangFlags('{"common": ["@TRIPLE@", "/usr/include/@MULTIARCH@"]}', models[1]);
    expect(flags.common).toEqual(['wasm64-unknown-wasip1', '/usr/include/wasm64-wasip1']);
  });

  it('give each field the offset of C, which C asserts', () => {
    const abi = readAbi(SMALL);
    const row = abi.structs.find(({ name }) => name === 'row');
    expect(row).toMatchObject({ bytes: 24, fields: [{ offset: 0 }, { offset: 4 }, { offset: 16 }] });
    const control = abi.structs.find(({ name }) => name === 'control');
    expect(control?.fields.map(({ name, offset }) => [name, offset])).toEqual([
      ['version', 0],
      ['heap', 4],
      ['steps', 8],
    ]);
    expect(runtimeHeader(abi)).toContain('_Static_assert(__builtin_offsetof(row, count) == 16, "row.count");');
    expect(runtimeHeader(abi)).toContain('_Static_assert(sizeof(row) == 24, "size of row");');
  });
});

describe('the version of the ABI', () => {
  it.each([
    ['the data model', 'pointer_bytes: 4', 'pointer_bytes: 8'],
    ['a constant', 'MOST: 16', 'MOST: 17'],
    ['the order of names', '[out-of-bounds, sharedLoads]', '[sharedLoads, out-of-bounds]'],
    ['a number', 'readOnly: 128', 'readOnly: 64'],
    ['the type of a field', 'heap: u32 opened', 'heap: u64 opened'],
    ['the name of a field', 'count: u64', 'counts: u64'],
    ['who sets a field', 'heap: u32 opened', 'heap: u32'],
    ['a size of the layout', 'STATIC: 256 KiB', 'STATIC: 257 KiB'],
    ['a parameter', 'u32 site', 'u32 place'],
    ['a tag', 'inlined', 'waits'],
    ['a function', '__emu_open(size_t bytes):', '__emu_open(int how):'],
  ])('changes with %s', (_, from, to) => {
    expect(version(changed(from, to))).not.toBe(version(SMALL));
  });

  it('changes with each field of each struct of the definition', () => {
    const abi = readAbi(OWN);
    const versions = abi.structs.flatMap(({ fields }, struct) =>
      fields.map((_, field) => {
        const other = structuredClone(abi) as typeof abi & { structs: { fields: { name: string }[] }[] };
        const found = other.structs[struct]?.fields[field];
        if (found) found.name = 'another';
        return abiVersion(other);
      }),
    );
    expect(versions.length).toBeGreaterThan(150);
    expect(new Set([...versions, ABI_VERSION]).size).toBe(versions.length + 1);
  });

  it('stays if only a comment changes', () => {
    expect(version(changed('# rows of a table', '# lines of a table'))).toBe(version(SMALL));
  });

  it('is named in the message about another one', () => {
    expect(otherAbi('the module', 0x1234)).toBe(
      `the module was built for ABI 00001234, and this program has ABI ${ABI_VERSION.toString(16).padStart(8, '0')}: ` +
        'run `npm run build`',
    );
  });
});

describe('a definition with a mistake', () => {
  it.each([
    ['a number that is none', 'MOST: 16', 'MOST: many', 2, 'MOST is not a whole number'],
    ['a number of 33 bits', 'MOST: 16', 'MOST: 0x100000000', 2, 'MOST is not a whole number'],
    ['a key twice', 'MOST: 16', 'MOST: 16\n  MOST: 17', 3, 'Map keys must be unique'],
    ['one name in C for two things', 'readOnly: 128', 'readOnly: 128\n    read-only: 64', 13, 'FLAG_READ_ONLY has'],
    ['a name in a wrong form', 'sharedLoads]', 'shared_loads]', 8, 'shared_loads is not a name'],
    ['an unknown type', 'u32[3]', 'i32[3]', 19, 'words has no type'],
    ['an unknown unit', '256 KiB', '256 kB', 24, '`256 kB` is not a size'],
    ['an unknown tag', 'inlined', 'fast', 28, 'there is no fast'],
    ['an unknown type of C', 'u32 site', 'u16 site', 28, 'there is no type u16'],
    ['a function that is none', 'u32 __emu_open(size_t bytes):', 'open:', 30, '`open` is not a function'],
    ['an unknown section', 'numbers:', 'flags:', 9, 'there is no section flags'],
    ['a data model that is none', 'pointer_bytes: 4', 'pointer_bytes: 6', 32, 'pointer_bytes is not 4 or 8'],
    ['broken YAML', 'names: [out', 'names: [[out', 9, 'Flow sequence'],
  ])('is reported with file and line: %s', (_, from, to, line, message) => {
    const read = () => readAbi(changed(from, to), 'abi.yaml');
    expect(read).toThrow(AbiError);
    expect(read).toThrow(message);
    expect(read).toThrow(new RegExp(`^abi\\.yaml:${line}: `));
  });

  it('is reported if a section is missing', () => {
    expect(() => readAbi('constants: {}', 'abi.yaml')).toThrow('abi.yaml:1: the section data_model is missing');
  });
});
