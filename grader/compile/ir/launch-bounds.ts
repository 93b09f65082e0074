import { IrModule, nameOf, type Value } from './read/index.ts';

/** The text by which include/emu/qualifiers.h writes `__launch_bounds__` down. */
const ANNOTATION = 'c"emu_launch_bounds\\00"';
const LIST = '@llvm.global.annotations';

/** Returns the most threads per block that `__launch_bounds__` allows a function, by its symbol. */
export function launchBounds({ variables }: IrModule): ReadonlyMap<string, number> {
  const list = variables.find(({ symbol }) => symbol === LIST)?.initializer;
  const values = new Map(variables.map(({ symbol, initializer }) => [symbol, initializer]));
  const bounds = new Map<string, number>();
  for (const entry of elementsOf(list)) {
    // Function, text, file, line and arguments of one annotation.
    const [fn, kind, , , args] = elementsOf(entry);
    if (fn?.kind !== 'global' || values.get(kind?.text ?? '')?.text !== ANNOTATION) continue;
    const [first] = elementsOf(values.get(args?.text ?? ''));
    const threads = first?.kind === 'integer' ? Number(first.text) : 0;
    const name = nameOf(fn.text);
    if (threads > 0) bounds.set(name, Math.min(threads, bounds.get(name) ?? threads));
  }
  return bounds;
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
