import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadPythonParser } from '../../grader/handin/parser.ts';
import { NUMBA_HEADER } from '../../grader/numba/header.ts';
import { translateNumba } from '../../grader/numba/index.ts';
import { type AssignmentSpec, cType, passedParameters } from '../../grader/spec/index.ts';

const FOLDER = join(import.meta.dirname, 'kernels');

/** A function of the kernels beside this file, with what it is called with. */
export interface Example {
  readonly file: string;
  readonly name: string;
  readonly entry: AssignmentSpec['entry'];
  readonly dims: Readonly<Record<string, number>>;
  readonly scalars: Readonly<Record<string, number>>;
  readonly given: Readonly<Record<string, readonly number[]>>;
  readonly text: string;
}

interface Comment {
  readonly parameters: string;
  readonly dims: Record<string, number>;
  readonly scalars?: Record<string, number>;
  readonly given?: Record<string, number[]>;
}

/** Reads the comments `# entry: {…}`; each is about the next function that is no kernel. */
export function examples(): Example[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.py'))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(FOLDER, file), 'utf8');
      return [...text.matchAll(/^# entry: (\{.*\})\n[\s\S]*?^\n\ndef (\w+)/gm)].map(([, json = '', name = '']) => {
        const { parameters, dims, scalars = {}, given = {} } = JSON.parse(json) as Comment;
        const named = parameters.split(' ').map((one) => parameter(one));
        const extents = Object.keys(dims).filter((extent) => !named.some((one) => one['name'] === extent));
        const entry = {
          style: 'device-pointers',
          function: name,
          parameters: [...named, ...extents.map((extent) => ({ name: extent, role: 'scalar', type: 'int32' }))],
        } as AssignmentSpec['entry'];
        return { file, name, entry, dims, scalars, given, text };
      });
    });
}

/** `x:float32[n,m]!` is an output of that shape. */
function parameter(text: string): Record<string, unknown> {
  const [, name, type, shape, isOutput] = /^(\w+):(\w+)(?:\[(.*)\])?(!?)$/.exec(text) ?? [];
  if (shape === undefined) return { name, role: 'scalar', type };
  return { name, role: isOutput ? 'output' : 'input', type, shape: shape.split(',') };
}

/** Returns one program that calls every example, and prints a line per output: its name, and its elements. */
export async function programOf(all: readonly Example[]): Promise<string> {
  const parser = await loadPythonParser();
  const parts: string[] = [];
  const calls: string[] = [];
  for (const example of all) {
    const tree = parser.parse(example.text);
    if (!tree) throw new Error(`${example.file} does not parse`);
    const program = translateNumba([tree.rootNode], example.entry);
    if (program.kind !== 'translated') {
      throw new Error(`${example.file}, ${example.name}: ${JSON.stringify(program)}`);
    }
    const name = `${example.file.replace('.py', '')}_${example.name}`;
    const body = program.lines.map(({ code }) => code).join('\n');
    parts.push(`namespace ${name} {\n${program.before.slice(NUMBA_HEADER.length)}${body}\n}`);
    calls.push(callOf(example, name));
    tree.delete();
  }
  return [NUMBA_HEADER, MAIN, ...parts, 'int main() {', ...calls, '  return 0;', '}', ''].join('\n');
}

const MAIN = `
template <typename T> T made(long long at, int which) {
  const long long number = (at * 7919 + which * 104729) % 2000;
  if (T(0.5) != T(0)) return T(number / 1000.0 - 1);
  return T(-1) > T(0) ? T(number % 200) : T(number % 1000 - 500);
}
template <typename T> T* filled(long long size, int which) {
  T* out;
  cudaMallocManaged(&out, size * sizeof(T));
  for (long long at = 0; at < size; ++at) out[at] = which < 0 ? T(0) : made<T>(at, which);
  return out;
}
template <typename T> void show(const char* name, const T* values, long long size) {
  printf("%s", name);
  for (long long at = 0; at < size; ++at) printf(" %.9g", (double)values[at]);
  printf("\\n");
}
`;

function callOf({ entry, dims, scalars, given }: Example, name: string): string {
  const lines: string[] = [];
  const passed = passedParameters(entry);
  for (const [which, one] of passed.entries()) {
    if (one.role === 'scalar') continue;
    const type = cType(one).replace(/^const |\*$/g, '');
    const size = one.shape.map((extent) => dims[String(extent)] ?? extent).join(' * ');
    lines.push(`${type}* ${one.name} = filled<${type}>(${size}, ${one.role === 'output' ? -1 : which});`);
    for (const [at, value] of (given[one.name] ?? []).entries()) lines.push(`${one.name}[${at}] = ${value};`);
  }
  const args = passed.map((one) => (one.role === 'scalar' ? String(scalars[one.name] ?? dims[one.name]) : one.name));
  lines.push(`${name}::${entry.function}(${args.join(', ')});`, 'cudaDeviceSynchronize();');
  for (const one of passed) {
    if (one.role !== 'output') continue;
    const size = one.shape.map((extent) => dims[String(extent)] ?? extent).join(' * ');
    lines.push(`show("${name}.${one.name}", ${one.name}, ${size});`);
  }
  return `  { ${lines.join(' ')} }`;
}
