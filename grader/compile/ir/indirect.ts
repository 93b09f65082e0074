import type { Diagnostic } from '../program.ts';
import type { DebugInfo } from './debug.ts';
import { DebugTypes, type SourceType } from './debug-types.ts';
import { type IrFunction, type IrModule, kernelNames } from './module.ts';
import { closeOf, splitList } from './types.ts';

/**
 * Parameters of kernels whose class has a copy constructor or a destructor of its own. In WebAssembly's ABI, as in C++'s
 * for most machines, the caller passes the address of its copy, and a kernel's `define` line has a mere pointer. CUDA
 * passes the bytes of that copy. Here they become what other structs are, `byval`, so that all that follows knows one
 * kind of struct only. Their type stands in Clang's debug information of variables.
 */

/** What Clang calls the variable that holds the address of such a parameter; a source can have no such name. */
const ADDRESS =
  /^ {2}store ptr (%(?:"[^"]*"|[-\w.$]+)), ptr (%(?:"[^"]*\.indirect_addr\d*"|[-\w.$]*\.indirect_addr\d*)),/;

/** @param text - raw IR. @returns says yes too often rather than too seldom */
export function mayHaveIndirectParameters(text: string): boolean {
  return text.includes('.indirect_addr');
}

/** Has a kernel such a parameter? */
export function hasIndirectParameters(module: IrModule): boolean {
  const kernels = kernelNames(module);
  return module.functions.some((fn) => kernels.has(fn.name) && addressesOf(module, fn).size > 0);
}

/**
 * @param module - raw IR; its lines are edited
 * @param described - the same with debug information of variables, also of classes with virtual functions
 *   (`-debug-info-kind=standalone`)
 * @returns the kernels that cannot be called, because nothing tells what a parameter is
 */
export function passByValue(module: IrModule, described: IrModule, debug: DebugInfo): Diagnostic[] {
  const refused: Diagnostic[] = [];
  const kernels = kernelNames(module);
  const typed = typesOf(described);
  for (const fn of module.functions) {
    if (!kernels.has(fn.name)) continue;
    const indirect = addressesOf(module, fn);
    if (indirect.size === 0) continue;
    const header = module.lines[fn.start] ?? '';
    const open = header.indexOf('(', header.search(/@(?:"[^"]*"|[-\w.$]+)\(/));
    const close = closeOf(header, open) - 1;
    const parameters = splitList(header.slice(open + 1, close)).map((parameter) => {
      const name = /%(?:"[^"]*"|[-\w.$]+)$/.exec(parameter)?.[0] ?? '';
      if (!indirect.has(name)) return parameter;
      const type = typed.get(fn.name)?.get(name);
      if (!type) refused.push(unknownParameter(header, debug));
      return type ? `ptr noundef byval(${type.irType}) align ${type.align} ${name}` : parameter;
    });
    module.lines[fn.start] = `${header.slice(0, open + 1)}${parameters.join(', ')}${header.slice(close)}`;
  }
  return refused;
}

/** Of each kernel, the types of such parameters by their names in IR. */
function typesOf(module: IrModule): Map<string, ReadonlyMap<string, SourceType>> {
  const kernels = kernelNames(module);
  const types = new DebugTypes(module.lines);
  const variables = new Map(
    module.lines.flatMap((line) => {
      const [, node, type] = /^!(\d+) = !DILocalVariable\(.*\btype: !(\d+)/.exec(line) ?? [];
      return node && type ? [[node, type] as const] : [];
    }),
  );
  return new Map(
    module.functions
      .filter(({ name }) => kernels.has(name))
      .map((fn) => {
        const declared = new Map(
          module.lines.slice(fn.start, fn.end).flatMap((line) => {
            const [, address, variable] = /^ +#dbg_declare\(ptr (%(?:"[^"]*"|\S+)), !(\d+),/.exec(line) ?? [];
            return address && variable ? [[address, variables.get(variable) ?? ''] as const] : [];
          }),
        );
        const known = [...addressesOf(module, fn)].flatMap(([parameter, address]) => {
          const type = types.typeOf(declared.get(address) ?? '');
          return type ? [[parameter, type] as const] : [];
        });
        return [fn.name, new Map(known)] as const;
      }),
  );
}

/** Such parameters of a function, each with the variable that holds its address. */
function addressesOf(module: IrModule, fn: IrFunction): Map<string, string> {
  return new Map(
    module.lines.slice(fn.start + 1, fn.end).flatMap((line) => {
      const [, parameter, address] = ADDRESS.exec(line) ?? [];
      return parameter && address ? [[parameter, address] as const] : [];
    }),
  );
}

function unknownParameter(header: string, debug: DebugInfo): Diagnostic {
  const kernel = debug.subprogram(/!dbg !(\d+)/.exec(header)?.[1] ?? null);
  const feature = 'a class with a copy constructor or destructor of its own as a parameter of a kernel';
  return {
    severity: 'error',
    message: `unsupported feature: ${feature}`,
    file: kernel?.position?.file ?? debug.fileName,
    line: kernel?.position?.line ?? 0,
    column: kernel?.position?.column ?? 0,
    side: 'device',
    rule: 'unsupported-feature',
    detail: { feature, hint: 'unsupported-feature' },
  };
}
