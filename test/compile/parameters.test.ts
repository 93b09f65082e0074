import { expect, test } from 'vitest';
import type { KernelParameter } from '../../grader/compile/index.ts';
import { parseDebugInfo } from '../../grader/compile/ir/debug.ts';
import { passByValue } from '../../grader/compile/ir/indirect.ts';
import { readModule } from '../../grader/compile/ir/read/index.ts';
import { FILE, useCompiler } from './harness.ts';

const compile = useCompiler();

/** Members, once of a class that Clang passes directly, and once of one with a copy constructor of its own. */
const CLASSES: Readonly<Record<string, string>> = {
  pointers: 'float *data; int rows; double factor; int **tables[3];',
  gaps: 'char letter; alignas(16) int n; bool flag;',
  'bit fields': 'unsigned low : 4, high : 12; float *data; int rest : 20;',
  'other classes': 'struct { short a; float4 b; } inner[2]; const int &n; enum { one } choice; float2 *more;',
  bytes: 'char letter; bool flag; unsigned char more[3];',
};

function placeOf({ bytes, align, offset, fields = [] }: KernelParameter) {
  const pointers = fields.filter(({ type }) => type === 'pointer');
  return { bytes, align, offset, pointers };
}

test.each(Object.entries(CLASSES))('a copy constructor changes no place: %s', async (_, members) => {
  const source = `struct Plain { ${members} };
    struct Copied { ${members} __host__ __device__ Copied(const Copied &); };
    __global__ void plain(char first, Plain, short last) {}
    __global__ void copied(char first, Copied, short last) {}
    int main() {}`;
  const compiled = await compile(source, null);
  if (compiled.status !== 'compiled') throw new Error(JSON.stringify(compiled, null, 2));
  const [plain, copied] = ['plain', 'copied'].map(
    (name) => compiled.device.kernels.find((kernel) => kernel.name === name)?.parameters ?? [],
  );
  expect(plain?.map(({ type }) => type)).toEqual(['i8', 'struct', 'i16']);
  expect(copied?.map(placeOf)).toEqual(plain?.map(placeOf));
});

const IR = `define void @_Z1k4Open(ptr noundef %m) #0 !dbg !2 {
entry:
  %m.indirect_addr = alloca ptr, align 4
  store ptr %m, ptr %m.indirect_addr, align 4
    #dbg_declare(ptr %m.indirect_addr, !5, !DIExpression(DW_OP_deref), !7)
  ret void
}
attributes #0 = { "uniform-work-group-size"="true" }
!1 = !DIFile(filename: "${FILE}", directory: "")
!2 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 7)
!5 = !DILocalVariable(name: "m", arg: 1, scope: !2, file: !1, line: 7, type: !6)
`;

test.each([
  ['declared', 'size: 96, flags: DIFlagFwdDecl', 'unsupported-feature'],
  ['defined', 'size: 96, align: 32, elements: !{}', undefined],
])('a kernel whose parameter has a type that is only %s', (_, what, rule) => {
  const module = readModule(`${IR}!6 = !DICompositeType(tag: DW_TAG_structure_type, name: "Open", ${what})`);
  const passed = passByValue(module, module, parseDebugInfo(module.nodes, new Map([[FILE, FILE]])));
  const [refused] = passed.refused;
  expect(refused?.rule).toBe(rule);
  expect(refused?.line).toBe(rule && 7);
  expect(passed.module.print().includes('byval(')).toBe(rule === undefined);
});

test.each([
  ['a kernel', '__global__ void', 'k<<<1, 1>>>', 'unsupported-feature'],
  ['a kernel that nvcc refuses', '__global__ void', 'k<<<1, 1>>>', 'compile-error', 'double4'],
  ['a device function', '__device__ __noinline__ int', '', 'compile-error'],
  ['a host function', '__attribute__((noinline)) int', 'auto *volatile kept = k; return kept', 'compile-error'],
])(
  '%s with more parameters than the engine takes is reported at its line',
  async (_, type, call, rule, of = 'char') => {
    const numbers = Array.from({ length: 1025 }, (_each, at) => (of === 'char' ? at : `${of}()`));
    const isDevice = type.startsWith('__device__');
    const source = `${isDevice ? '__device__ ' : ''}int *volatile sink;
    ${type} k(${numbers.map((_each, at) => `${of} p${at}`).join(', ')}) {
      ${type.endsWith('void') ? '' : 'return *sink = p1 + p1000;'}
    }
    ${isDevice ? `__global__ void caller() { auto *volatile kept = k; kept(${numbers.join(', ')}); }` : ''}
    int main() {
      ${call === '' ? 'caller<<<1, 1>>>()' : `${call}(${numbers.join(', ')})`};
    }`;
    const { status, diagnostics } = await compile(source, null);
    expect(status).toBe('rejected');
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([{ rule, line: 2 }]);
  },
);
