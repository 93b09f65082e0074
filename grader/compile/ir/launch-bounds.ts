import { IrModule, nameOf, type Value } from './read/index.ts';

/** The texts by which include/emu/qualifiers.h writes `__launch_bounds__` and `__cluster_dims__` down. */
const BOUNDS = 'c"emu_launch_bounds\\00"';
const CLUSTER = 'c"emu_cluster_dims\\00"';
const LIST = '@llvm.global.annotations';

/** The limits that attributes of a kernel set for its launches. */
export interface LaunchAttributes {
  /** The most threads per block that `__launch_bounds__` allows. */
  readonly maxThreads?: number;
  /** Blocks of a cluster along each axis, as `__cluster_dims__` sets them. */
  readonly cluster?: readonly [number, number, number];
}

/** Returns what `__launch_bounds__` and `__cluster_dims__` say, by the symbol of the function. */
export function launchAttributes({ variables }: IrModule): ReadonlyMap<string, LaunchAttributes> {
  const list = variables.find(({ symbol }) => symbol === LIST)?.initializer;
  const values = new Map(variables.map(({ symbol, initializer }) => [symbol, initializer]));
  const found = new Map<string, LaunchAttributes>();
  for (const entry of elementsOf(list)) {
    // Function, text, file, line and arguments of one annotation.
    const [fn, kind, , , args] = elementsOf(entry);
    if (fn?.kind !== 'global') continue;
    const numbers = elementsOf(values.get(args?.text ?? '')).map((value) =>
      value.kind === 'integer' ? Number(value.text) : 0,
    );
    const name = nameOf(fn.text);
    const before = found.get(name) ?? {};
    found.set(name, { ...before, ...attributeOf(values.get(kind?.text ?? '')?.text, numbers, before) });
  }
  return found;
}

function attributeOf(
  kind: string | undefined,
  [first = 1, second = 1, third = 1]: readonly number[],
  before: LaunchAttributes,
): LaunchAttributes {
  if (kind === CLUSTER) return { cluster: [first, second, third] };
  if (kind !== BOUNDS || first <= 0) return {};
  return { maxThreads: Math.min(first, before.maxThreads ?? first) };
}

function elementsOf(value: Value | null | undefined): readonly Value[] {
  return value?.kind === 'aggregate' ? value.elements.map((element) => element.value) : [];
}

/** Removes the list of annotations: it means nothing to the optimizer and would keep each function that it lists. */
export function withoutAnnotations(module: IrModule): IrModule {
  const isList = (entity: IrModule['entities'][number]) => entity.kind === 'variable' && entity.symbol === LIST;
  if (!module.entities.some(isList)) return module;
  // The other lines keep their numbers.
  return new IrModule(module.entities.map((entity) => (isList(entity) ? { kind: 'other', text: '' } : entity)));
}
