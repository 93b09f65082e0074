import type { Diagnostic } from '../program.ts';
import type { DebugInfo } from './debug.ts';
import { DebugTypes, type SourceType } from './debug-types.ts';
import { isNumber } from './instruction.ts';
import { kernelNames } from './module.ts';
import {
  attached,
  type Edit,
  edited,
  type FunctionHeader,
  IrFunction,
  IrModule,
  nameOf,
  readHeader,
} from './read/index.ts';

/**
 * Parameters of kernels whose class has a copy constructor or a destructor of its own. In WebAssembly's ABI, as in C++'s
 * for most machines, the caller passes the address of its copy, and a kernel's `define` line has a mere pointer. CUDA
 * passes the bytes of that copy. Here they become what other structs are, `byval`, so that all that follows knows one
 * kind of struct only. Their type stands in Clang's debug information of variables.
 */

/** The text that Clang adds to the name of the variable that holds the address of such a parameter; no name of a source has it. */
const ADDRESS = '.indirect_addr';

function isAddress(name: string): boolean {
  const at = name.lastIndexOf(ADDRESS);
  const number = name.slice(at + ADDRESS.length);
  return at >= 0 && (number === '' || isNumber(number));
}

/** True if a kernel has such a parameter. */
export function hasIndirectParameters(module: IrModule): boolean {
  const kernels = kernelNames(module);
  return module.functions.some((fn) => kernels.has(fn.name) && addressesOf(fn).size > 0);
}

/**
 * @param module - raw IR
 * @param described - the same with debug information of variables, also of classes with virtual functions
 *   (`-debug-info-kind=standalone`)
 * @returns the module with the parameters, and the kernels that cannot be called, because nothing tells what one is
 */
export function passByValue(
  module: IrModule,
  described: IrModule,
  debug: DebugInfo,
): { readonly module: IrModule; readonly refused: readonly Diagnostic[] } {
  const refused: Diagnostic[] = [];
  const kernels = kernelNames(module);
  const typed = typesOf(described);
  const entities = module.entities.map((entity) => {
    if (entity.kind !== 'function' || !kernels.has(entity.name)) return entity;
    const indirect = addressesOf(entity);
    if (indirect.size === 0) return entity;
    const { header, body } = entity;
    const edits = header.parameters.flatMap(({ name, at, end }): Edit[] => {
      if (!indirect.has(name)) return [];
      const type = typed.get(entity.name)?.get(name);
      if (type) return [{ at, end, text: `ptr noundef byval(${type.irType.text}) align ${type.align} ${name}` }];
      refused.push(unknownParameter(header, debug));
      return [];
    });
    return new IrFunction(readHeader(edited(header.text, edits)), { lines: body });
  });
  return { module: new IrModule(entities), refused };
}

/** Returns the types of such parameters by their names in IR, by kernel. */
function typesOf(module: IrModule): Map<string, ReadonlyMap<string, SourceType>> {
  const kernels = kernelNames(module);
  const { nodes } = module;
  const types = new DebugTypes(nodes);
  const variables = new Map<string, string>(
    nodes.flatMap((node) => {
      const type = node.description === 'DILocalVariable' ? node.reference('type') : null;
      return type === null ? [] : [[`!${node.number}`, type] as const];
    }),
  );
  return new Map(
    module.functions
      .filter(({ name }) => kernels.has(name))
      .map((fn) => {
        const declared = new Map(
          fn.body.flatMap((line) => {
            const [address, variable] = line.kind === 'record' && line.name === 'dbg_declare' ? line.args : [];
            return address && variable ? [[address, variables.get(variable) ?? ''] as const] : [];
          }),
        );
        const known = [...addressesOf(fn)].flatMap(([parameter, address]) => {
          const type = types.typeOf(declared.get(address) ?? '');
          return type ? [[parameter, type] as const] : [];
        });
        return [fn.name, new Map(known)] as const;
      }),
  );
}

/** Such parameters of a function, each with the variable that holds its address. */
function addressesOf({ body }: IrFunction): Map<string, string> {
  return new Map(
    body.flatMap((line) => {
      if (line.kind !== 'store' || line.type.kind !== 'pointer' || line.orders.length > 0) return [];
      const { value, pointer } = line;
      const isOne = value.kind === 'local' && pointer.kind === 'local' && isAddress(nameOf(pointer.text));
      return isOne ? [[value.text, pointer.text] as const] : [];
    }),
  );
}

function unknownParameter(header: FunctionHeader, debug: DebugInfo): Diagnostic {
  const kernel = debug.subprogram(attached(header, 'dbg'));
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
