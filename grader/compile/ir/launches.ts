import { KERNEL_MAGIC, KERNEL_WORDS } from '../../abi/index.ts';
import type { Kernel } from '../program.ts';
import { kernelNames } from './module.ts';
import { numberIn } from './pointers.ts';
import {
  attribute,
  calleeOf,
  type Entity,
  IrFunction,
  IrModule,
  type Line,
  nameOf,
  readEntities,
  readLine,
  renamed,
  symbolOf,
} from './read/index.ts';

/** The runtime's function that launches; the headers call it. */
export const LAUNCH = '__emu_launch';

/** The function that Clang asks for memory for the arguments of a launch in device code: alignment and bytes. */
const BUFFER = 'cudaGetParameterBuffer';

/** Stands for a kernel whose address device code takes, which it can do nothing with but launch it. */
const ADDRESS = 'emu_kernel.';
/** What the runtime finds there. */
const WORD_NAMES = Object.keys(KERNEL_WORDS) as (keyof typeof KERNEL_WORDS)[];
const WORDS = `[${WORD_NAMES.length} x i32]`;

/**
 * Edits on raw IR with launches in device code: arguments are written to a variable of the thread's own, and a kernel's
 * address becomes that of a few words about it, so that a kernel remains something that is called from one place.
 */
export function withLaunches(module: IrModule): IrModule {
  if (!module.functions.some(({ body }) => body.some((line) => calleeOf(line) === BUFFER))) return module;
  const kernels = kernelNames(module);
  const named = new Set<string>();
  const rename = (symbol: string) => {
    const name = nameOf(symbol);
    if (!kernels.has(name)) return null;
    named.add(name);
    return symbolOf(ADDRESS + name);
  };
  const entities = module.entities.flatMap((entity): Entity[] => {
    if (entity.kind === 'function') return [withBuffers(entity, rename)];
    if (entity.kind !== 'variable' || entity.symbol.startsWith('@llvm.')) return [entity];
    return readEntities([renamed(entity.text, rename)]);
  });
  const words = [...named].map((name) => `${symbolOf(ADDRESS + name)} = external constant ${WORDS}, align 4`);
  return new IrModule([...entities, ...readEntities(words)]);
}

function withBuffers({ header, body }: IrFunction, rename: (symbol: string) => string | null): IrFunction {
  const buffers = body.map(bufferOf);
  const variables = buffers.filter((text) => text !== null).map((text) => readLine(text));
  const others = body.filter((_, at) => buffers[at] === null);
  const lines = others.map((line) => {
    const text = renamed(line.text, rename);
    return text === line.text || !line.uses.some((name) => name.startsWith('@')) ? line : readLine(text);
  });
  const first = lines[0]?.kind === 'label' ? 1 : 0;
  return new IrFunction(header, { lines: lines.toSpliced(first, 0, ...variables) });
}

/** Returns the variable that takes the place of a call for such memory; `null` for other lines. */
function bufferOf(line: Line): string | null {
  if (line.kind !== 'call' || line.result === null || calleeOf(line) !== BUFFER) return null;
  const [align, bytes] = line.args.map(({ value }) => numberIn(value));
  if (typeof align !== 'number' || typeof bytes !== 'number') return null;
  return `  ${line.result} = alloca [${Math.max(1, bytes)} x i8], align ${align}`;
}

/** Returns what stands at a kernel's address, for the variable of the optimised IR that declares it; null for other lines. */
export function kernelAddress(entity: Entity, kernels: readonly Kernel[]): string | null {
  if (entity.kind !== 'variable' || !entity.isConstant || !attribute(entity.words, 'external')) return null;
  const name = nameOf(entity.symbol);
  if (!name.startsWith(ADDRESS)) return null;
  const kernel = kernels.find(({ mangled }) => mangled === name.slice(ADDRESS.length));
  if (!kernel) return null;
  const { index, staticSharedBytes, argumentBytes } = kernel;
  const values = { magic: KERNEL_MAGIC, number: index, staticSharedBytes, argumentBytes };
  const words = WORD_NAMES.map((name) => `i32 ${values[name]}`);
  return `${entity.symbol} = internal constant ${WORDS} [${words.join(', ')}], align 4`;
}
