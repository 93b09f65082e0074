import {
  attribute,
  type Edit,
  type FunctionHeader,
  type IrModule,
  type Line,
  layoutOf,
  type NamedTypes,
  nameOf,
  remove,
  type Type,
  type Value,
} from './read/index.ts';

/**
 * Structs passed by value. The code generator copies them at each call, where no hook sees what it reads: so the copy is
 * made in IR, where it is an access like any other, and the pointer to it is passed.
 */

/** One struct that a call passes by value. */
export interface ByValueArgument {
  readonly type: Type;
  readonly bytes: number;
  readonly align: number;
  readonly pointer: Value;
}

export interface ByValueCall {
  /** Make the call one with mere pointers. */
  readonly edits: readonly Edit[];
  readonly passed: readonly ByValueArgument[];
}

/** The structs that a call passes by value; `null` for lines that pass none. */
export function byValueCall(line: Line, types: NamedTypes): ByValueCall | null {
  if (line.kind !== 'call') return null;
  const edits: Edit[] = [];
  const passed = line.args.flatMap(({ attributes, value }): ByValueArgument[] => {
    const byValue = attribute(attributes, 'byval');
    if (!byValue?.type) return [];
    const { bytes, align } = layoutOf(byValue.type, types);
    const stated = attribute(attributes, 'align')?.argument;
    edits.push(...remove([byValue], 1));
    return [{ type: byValue.type, bytes, align: Number(stated ?? align), pointer: value }];
  });
  if (passed.length === 0) return null;
  // The copy is in the caller's frame, which has to stay.
  if (line.tail === 'tail' || line.tail === 'musttail')
    edits.push({ at: line.tailAt, end: line.tailAt + line.tail.length + 1, text: '' });
  return { edits, passed };
}

/** Returns the edits that put mere pointers in the place of structs by value where a function is defined. */
export function withoutByValue({ parameters }: FunctionHeader): readonly Edit[] {
  return parameters.flatMap(({ attributes }) =>
    remove(
      attributes.filter(({ name }) => name === 'byval'),
      1,
    ),
  );
}

/** Functions whose address is used for more than a direct call: anything may be passed to them. */
export function addressTaken({ entities, functions }: IrModule): Set<string> {
  const defined = new Set(functions.map(({ name }) => name));
  const taken = new Set<string>();
  const take = (names: readonly string[]) => {
    for (const symbol of names) {
      if (!symbol.startsWith('@')) continue;
      const name = nameOf(symbol);
      if (defined.has(name)) taken.add(name);
    }
  };
  for (const entity of entities) {
    if (entity.kind === 'alias') take(entity.uses);
    else if (entity.kind === 'variable' && !entity.symbol.startsWith('@llvm.')) take(entity.uses);
    else if (entity.kind === 'function') for (const line of entity.body) take(otherUses(line));
  }
  return taken;
}

/** Returns what a line uses besides the function that it calls. */
function otherUses(line: Line): readonly string[] {
  return line.kind === 'call' && line.callee?.kind === 'global' ? line.uses.slice(1) : line.uses;
}
