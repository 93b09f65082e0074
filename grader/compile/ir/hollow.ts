import { kernelNames } from './module.ts';
import { type Alloca, calleeOf, type IrFunction, type IrModule, type Line, layoutOf, type Type } from './read/index.ts';

/**
 * Parameters that are empty structs (a functor without members, a tag). C++ gives them a byte and CUDA passes it, but
 * in WebAssembly's ABI they do not exist: a kernel's `define` line has no trace of them, while the host's table of
 * arguments has an entry for each. What tells their places is Clang's debug information of variables.
 */
export interface HollowParameter {
  /** Its place among all parameters, from 0. */
  readonly at: number;
  readonly bytes: number;
  readonly align: number;
}

/** May a kernel have such a parameter? Asked of raw IR with line tables alone; says yes too often rather than too seldom. */
export function mayHaveHollowParameters(module: IrModule): boolean {
  const kernels = kernelNames(module);
  return module.functions.some((fn) => {
    if (!kernels.has(fn.name)) return false;
    const entry = entryOf(fn);
    return hollowVariables(module, entry).some(({ name }) => !entry.some((line) => begins(line, name)));
  });
}

/** True if the line begins the life of a variable. */
function begins(line: Line, variable: string): boolean {
  return calleeOf(line) === 'llvm.lifetime.start.p0' && line.kind === 'call' && line.args[0]?.value.text === variable;
}

/**
 * @param module - raw IR with debug information of variables (`-debug-info-kind=standalone`)
 * @returns of each kernel that has any, its hollow parameters in order
 */
export function hollowParameters(module: IrModule): Map<string, readonly HollowParameter[]> {
  const kernels = kernelNames(module);
  const numbers = argumentNumbers(module);
  const found = new Map<string, readonly HollowParameter[]>();
  for (const fn of module.functions) {
    if (!kernels.has(fn.name)) continue;
    const entry = entryOf(fn);
    const hollow = hollowVariables(module, entry).flatMap(({ name, type, align }): HollowParameter[] => {
      // Parameters that the caller does pass are stored before they are declared.
      const first = entry.find(({ uses }) => uses.includes(name));
      const variable = first?.kind === 'record' && first.name === 'dbg_declare' ? first.args[1] : undefined;
      const number = numbers.get(variable ?? '');
      if (number === undefined) return [];
      return [{ at: number - 1, bytes: layoutOf(type, module.types).bytes, align }];
    });
    if (hollow.length > 0)
      found.set(
        fn.name,
        hollow.sort((a, b) => a.at - b.at),
      );
  }
  return found;
}

/** Lines of a function's first block. */
function entryOf({ body }: IrFunction): readonly Line[] {
  const end = body.findIndex(({ text }) => text === '');
  return end < 0 ? body : body.slice(0, end);
}

interface HollowVariable {
  readonly name: string;
  readonly type: Type;
  readonly align: number;
}

function hollowVariables(module: IrModule, entry: readonly Line[]): readonly HollowVariable[] {
  const variables = entry.filter((line): line is Alloca => line.kind === 'alloca');
  return variables.flatMap(({ result, type, align, count }) => {
    const isOne = result !== null && align !== null && count === null;
    return isOne && type.kind === 'named' && isHollow(type, module) ? [{ name: result, type, align: align.bytes }] : [];
  });
}

/** A struct that may be empty: all that it has is padding, which is written as bytes. Also one whose bases are hollow. */
function isHollow(type: Type, module: IrModule): boolean {
  const body = type.kind === 'named' ? module.types.get(type.text) : undefined;
  return body?.kind === 'struct' && body.fields.length > 0 && body.fields.every((field) => isPadding(field, module));
}

function isPadding(type: Type, module: IrModule): boolean {
  const element = type.kind === 'array' ? type.element : type;
  return (element.kind === 'integer' && element.bits === 8) || isHollow(element, module);
}

/** Returns the number of each parameter that debug information describes, from 1, by its node (`!12`). */
function argumentNumbers({ nodes }: IrModule): Map<string, number> {
  const variables = nodes.filter((node) => node.description === 'DILocalVariable' && node.field('arg') !== null);
  return new Map(variables.map((node) => [`!${node.number}`, node.integer('arg')]));
}
