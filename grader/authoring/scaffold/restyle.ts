/**
 * Makes of an assignment over device pointers the same in another style. Each CUDA file keeps its function over device
 * pointers and gets a function around it, or loses it and keeps the kernel. So no solution or mistake is written twice.
 */
import { parse } from 'yaml';
import {
  type ArrayParameter,
  type AssignmentSpec,
  arrayParameters,
  type BasicTypeName,
  cType,
  inputParameters,
  outputParameters,
  type Parameter,
  passedParameters,
  prototype,
  SPEC_FILE,
} from '../../spec/index.ts';
import { MANIFEST_PATH, parseSubmissions } from '../submissions.ts';
import { type Chosen, keepChosen, manifestText } from './manifest.ts';
import type { KernelForm, StyleName } from './model.ts';
import { TENSOR_TYPES } from './styles.ts';

type Entry = AssignmentSpec['entry'];
type OtherStyle = Exclude<StyleName, 'device-pointers' | 'program'>;

export interface Restyling {
  /** In C, the extents that the function does not get. */
  readonly sizes?: Readonly<Record<string, string>>;
  readonly kernel?: KernelForm | null;
}

/** A source in another style, and where each of its old lines is now, 1-based. */
interface Restyled {
  readonly text: string;
  readonly lineOf: (old: number) => number;
}

/** Changes the files of an assignment in place. */
export function restyle(files: Map<string, string>, style: StyleName, { sizes = {}, kernel }: Restyling): void {
  // No kind of the command line is a whole program.
  if (style === 'device-pointers' || style === 'program') return;
  const written = files.get(SPEC_FILE) ?? '';
  const before: Entry = parse(written).entry;
  const spec = restyledSpec(written, before, style, kernel?.launch);
  const entry: Entry = parse(spec).entry;
  files.set(SPEC_FILE, spec);
  // No speed is measured, so only a count of sectors needs a baseline.
  if (!spec.includes('SectorRatio')) files.delete('baseline.cu');
  keepChosen(files, style === 'kernel' && kernel ? kernel : everyOne(files));

  const lines = new Map<string, Restyled['lineOf']>();
  for (const [path, text] of files) {
    if (!path.endsWith('.cu')) continue;
    const restyled = style === 'kernel' ? kernelAlone(text, entry) : wrapped(text, before, entry, sizes, path);
    files.set(path, restyled.text);
    lines.set(path, restyled.lineOf);
  }
  const manifest = parseSubmissions(files.get(MANIFEST_PATH) ?? '', MANIFEST_PATH);
  const rejected = manifest.rejected.map((item) => ({
    ...item,
    line: lines.get(`submissions/rejected/${item.file}`)?.(item.line) ?? item.line,
  }));
  const accepted = manifest.accepted.map(({ file }) => ({ file }));
  files.set(MANIFEST_PATH, manifestText({ ...manifest, accepted, rejected }));
  files.set('handout.md', restyledHandout(files.get('handout.md') ?? '', before, entry, style));
}

/** Returns the names of all submissions but the slow ones, because no speed is measured. */
function everyOne(files: ReadonlyMap<string, string>): Chosen {
  const { accepted, rejected } = parseSubmissions(files.get(MANIFEST_PATH) ?? '', MANIFEST_PATH);
  return { accepted: accepted.map(({ file }) => file), rejected: rejected.map(({ file }) => file) };
}

function restyledSpec(text: string, { parameters }: Entry, style: OtherStyle, launch: string | undefined): string {
  const styled = text
    .replace(/^ {2}style: .*$/m, `  style: ${style}`)
    .replace(/\ntiming:\n[\s\S]*$/, '')
    .replace(/speedup: \d+/, 'speedup: 0');
  if (style === 'kernel') {
    const launches = `  # A submission is run in each of these shapes. Names, numbers, + and * and ceil(a/b).\n  launches:\n    - ${launch}`;
    return styled.replace(/^ {2}function: .*$/m, (line) => `${line}\n${launches}`);
  }
  if (style !== 'torch') return styled;
  const inputs = parameters.filter((parameter): parameter is ArrayParameter => parameter.role === 'input');
  return parameters
    .filter(({ role, name }) => role === 'scalar' && sizeOf(name, inputs) !== null)
    .reduce(
      (now, { name }) =>
        now.replace(`- { name: ${name}, role: scalar, type: int32 }`, `- { name: ${name}, role: dimension }`),
      styled,
    );
}

/** In C++, a number that is an extent of an input by itself, or `null`. */
function sizeOf(name: string, inputs: readonly ArrayParameter[]): string | null {
  const input = inputs.find(({ shape }) => shape.includes(name));
  return input ? `(int)${input.name}.size(${input.shape.indexOf(name)})` : null;
}

/** The head of a function's definition, over one line or several, up to its brace. */
const headOf = (name: string) => new RegExp(`^(?:extern "C" )?(__global__ )?void ${name}\\([^)]*\\) \\{`, 'm');
const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** Keeps the kernel that host code launches, under the name and with the parameters of the entry point. */
function kernelAlone(text: string, entry: Entry): Restyled {
  const host = headOf(entry.function).exec(text);
  const end = text.indexOf('\n}', host?.index);
  const launched = /(\w+)<<</.exec(text.slice(host?.index))?.[1] ?? '';
  const head = headOf(launched).exec(text);
  if (!host || !head) throw new Error(`no kernel that ${entry.function} launches`);
  // With the comment before host code, and the empty line before that.
  const start = text
    .slice(0, host.index)
    .replace(/(?:^\/\/.*\n)*$/m, '')
    .trimEnd().length;
  const from = lineAt(text, head.index);
  const fewer = head[0].split('\n').length - 1;
  const hostFrom = lineAt(text, host.index);
  return {
    text: `${text.slice(0, head.index)}${prototype({ entry })} {${text.slice(head.index + head[0].length, start)}${text.slice(end + 2)}`,
    // Findings of a launch are at the kernel, where the grader launches it.
    lineOf: (old) => (old >= hostFrom || old <= from + fewer ? Math.min(old, from) : old - fewer),
  };
}

/** Puts a function around the one over device pointers. */
function wrapped(
  text: string,
  before: Entry,
  entry: Entry,
  sizes: Readonly<Record<string, string>>,
  path: string,
): Restyled {
  const name = entry.function;
  const inner = `${name}_on_device`;
  const kept = text
    .replace(headOf(name), (head) => head.replace(/^extern "C" /, ''))
    .replaceAll(new RegExp(`\\b${name}(?=\\()`, 'g'), inner)
    .replace('// The grader calls this function.', `// ${name}, below, calls this function.`);
  const body = entry.style === 'torch' ? aroundTensors(before, entry, inner) : aroundCopies(entry, inner, sizes);
  const said = path === 'starter.cu' ? `// The grader calls this function. It is complete.\n` : '';
  const outer = `\n${said}${entry.style === 'torch' ? '' : 'extern "C" '}${prototype({ entry })} {\n${body.map((line) => `  ${line}\n`).join('')}}\n`;
  if (entry.style !== 'torch') return { text: kept + outer, lineOf: (old) => old };
  const include = '#include <torch/extension.h>\n';
  if (kept.includes('#include <cuda_runtime.h>\n')) {
    return { text: kept.replace('#include <cuda_runtime.h>\n', include) + outer, lineOf: (old) => old };
  }
  const comment = /^(?:\/\/.*\n)*/.exec(kept)?.[0] ?? '';
  const after = lineAt(kept, comment.length);
  return {
    text: `${comment}${include}\n${kept.slice(comment.length)}${outer}`,
    lineOf: (old) => (old < after ? old : old + 2),
  };
}

const device = (name: string): string => `d_${name}`;
const namesOf = (parameters: readonly Parameter[]): string[] => parameters.map(({ name }) => name);

/** Allocating, copying there, calling, copying back and freeing. */
function aroundCopies(entry: Entry, inner: string, sizes: Readonly<Record<string, string>>): string[] {
  const arrays = arrayParameters(entry);
  const element = (array: ArrayParameter) => cType(array).replace('const ', '').replace('*', '');
  const bytesOf = (array: ArrayParameter) => `${countOf(array, sizes)} * sizeof(${element(array)})`;
  const own = new Set(namesOf(arrays));
  const passed = namesOf(passedParameters(entry)).map((name) => (own.has(name) ? device(name) : name));
  return [
    ...arrays.map((array) => `${element(array)}* ${device(array.name)};`),
    ...arrays.map((array) => `cudaMalloc(&${device(array.name)}, ${bytesOf(array)});`),
    ...inputParameters(entry).map(
      (array) => `cudaMemcpy(${device(array.name)}, ${array.name}, ${bytesOf(array)}, cudaMemcpyHostToDevice);`,
    ),
    `${inner}(${passed.join(', ')});`,
    ...outputParameters(entry).map(
      (array) => `cudaMemcpy(${array.name}, ${device(array.name)}, ${bytesOf(array)}, cudaMemcpyDeviceToHost);`,
    ),
    ...arrays.map(({ name }) => `cudaFree(${device(name)});`),
  ];
}

function countOf({ shape }: ArrayParameter, sizes: Readonly<Record<string, string>>): string {
  const factors = shape.map((extent) => sizes[extent] ?? String(extent).replaceAll(/([*+])/g, ' $1 '));
  return factors.map((factor) => (factor.includes('+') ? `(${factor})` : factor)).join(' * ');
}

/** Sizes from the shapes of inputs, a new tensor, and the pointers of all. */
function aroundTensors(before: Entry, entry: Entry, inner: string): string[] {
  const [inputs, [output]] = [inputParameters(entry), outputParameters(entry)];
  if (!output) return [];
  const sizes = entry.parameters.flatMap(({ role, name }) => (role === 'dimension' ? [name] : []));
  const passed = passedParameters(before);
  const pointers = passed.map((parameter) =>
    'shape' in parameter
      ? `${parameter.name}.data_ptr<${cType(parameter).replace('const ', '').replace('*', '')}>()`
      : parameter.name,
  );
  return [
    ...sizes.filter((name) => namesOf(passed).includes(name)).map((name) => `int ${name} = ${sizeOf(name, inputs)};`),
    `auto ${output.name} = torch::empty({${output.shape.join(', ')}}, ${inputs[0]?.name}.options().dtype(${TENSOR_TYPES[output.type as BasicTypeName]}));`,
    `${inner}(${pointers.join(', ')});`,
    `return ${output.name};`,
  ];
}

/** The sentence of a handout that says where the arrays are. */
const IN_DEVICE_MEMORY = /[^.\n]*\b(?:is|are) in the GPU's memory\./;

function restyledHandout(text: string, before: Entry, entry: Entry, style: OtherStyle): string {
  const where = {
    host: 'All arrays are in host memory. `starter.cu` has the function that copies them to device memory, calls yours, and copies the results back.',
    torch:
      "The tensors are in the GPU's memory, and contiguous. Their shapes give the sizes. `starter.cu` has the function that makes the tensor of the result and calls yours.",
    kernel: launchSentence(entry),
  };
  return text
    .replace(prototype({ entry: before }), prototype({ entry }))
    .replace(IN_DEVICE_MEMORY, (old) => (old.startsWith(' ') ? ` ${where[style]}` : where[style]))
    .replace(/^\| speedup .*\n/m, '')
    .replace('Without a GPU, speedup is left out of your total. ', '');
}

function launchSentence({ launches = [] }: Entry): string {
  const [launch] = launches;
  const times = (factors: readonly unknown[] = []) => factors.join(' x ');
  return `The grader launches it with ${times(launch?.grid)} blocks of ${times(launch?.block)} threads. All arrays are in the GPU's memory.`;
}
