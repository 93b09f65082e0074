import { type IrFunction, type IrModule, kernelNames } from './module.ts';
import { layoutOf } from './types.ts';

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
    const entry = entryOf(module, fn);
    return hollowVariables(module, entry).some(
      ({ name }) => !entry.some((line) => line.includes(`@llvm.lifetime.start.p0(ptr ${name})`)),
    );
  });
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
    const entry = entryOf(module, fn);
    const hollow = hollowVariables(module, entry).flatMap(({ name, irType, align }): HollowParameter[] => {
      // Parameters that the caller does pass are stored before they are declared.
      const mentioned = new RegExp(`ptr ${name.replaceAll('.', '\\.')}(?![-\\w.$])`);
      const first = entry.find((line) => mentioned.test(line)) ?? '';
      const variable = /^ +#dbg_declare\(ptr \S+, !(\d+),/.exec(first)?.[1];
      const number = variable === undefined ? undefined : numbers.get(variable);
      if (number === undefined) return [];
      return [{ at: number - 1, bytes: layoutOf(irType, module.types).bytes, align }];
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
function entryOf(module: IrModule, fn: IrFunction): string[] {
  const body = module.lines.slice(fn.start + 1, fn.end);
  const end = body.indexOf('');
  return end < 0 ? body : body.slice(0, end);
}

/** A struct that may be empty: all that it has is padding, which is written as bytes. */
const HOLLOW = /^<?\{ (?:(?:\[\d+ x i8\]|i8)(?:, )?)+ \}>?$/;

function hollowVariables(
  module: IrModule,
  entry: readonly string[],
): { readonly name: string; readonly irType: string; readonly align: number }[] {
  return entry.flatMap((line) => {
    const [, name, irType = '', align] =
      /^ {2}(%(?:"[^"]*"|[-\w.$]+)) = alloca (%(?:"[^"]*"|[-\w.$]+)), align (\d+)/.exec(line) ?? [];
    return name && isHollow(module, irType) ? [{ name, irType, align: Number(align) }] : [];
  });
}

/** Also a struct whose bases are hollow. */
function isHollow(module: IrModule, irType: string): boolean {
  return HOLLOW.test(
    (module.types.get(irType) ?? '').replace(/%(?:"[^"]*"|[-\w.$]+)/g, (base) =>
      isHollow(module, base) ? 'i8' : base,
    ),
  );
}

/** Of debug information of parameters: their number, from 1. */
function argumentNumbers(module: IrModule): Map<string, number> {
  return new Map(
    module.lines.flatMap((line) => {
      const [, node, number] = /^!(\d+) = !DILocalVariable\(.*?\barg: (\d+),/.exec(line) ?? [];
      return node ? [[node, Number(number)] as const] : [];
    }),
  );
}
