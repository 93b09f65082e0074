import { type IrModule, unquote } from './module.ts';

/** How include/emu/qualifiers.h writes `__launch_bounds__` down. */
const ANNOTATION = /c"emu_launch_bounds\\00"/;
const LIST = '@llvm.global.annotations = ';

/** Returns the most threads per block that `__launch_bounds__` allows a function, by its symbol. */
export function launchBounds({ lines }: IrModule): ReadonlyMap<string, number> {
  const list = lines.find((line) => line.startsWith(LIST));
  if (list === undefined) return new Map();
  const globals = new Map(
    lines.flatMap((line) => {
      const [, symbol] = /^(@(?:"[^"]*"|[-\w.$]+)) = private /.exec(line) ?? [];
      return symbol === undefined ? [] : [[symbol, line] as const];
    }),
  );
  const bounds = new Map<string, number>();
  for (const [, name = '', kind = '', args = ''] of list.matchAll(ENTRY)) {
    if (!ANNOTATION.test(globals.get(kind) ?? '')) continue;
    const threads = Number(/ \{ i\d+ (\d+)\b/.exec(globals.get(args) ?? '')?.[1] ?? 0);
    if (threads > 0) bounds.set(unquote(name), Math.min(threads, bounds.get(unquote(name)) ?? threads));
  }
  return bounds;
}

const NAME = String.raw`(@(?:"[^"]*"|[-\w.$]+))`;
/** Function, text, file, line and arguments of one annotation. */
const ENTRY = new RegExp(String.raw`\{ ptr ${NAME}, ptr ${NAME}, ptr @[^,]+, i32 \d+, ptr ${NAME} \}`, 'g');

/** Removes the list of annotations: it means nothing to the optimizer and would keep each function that it lists. */
export function withoutAnnotations(module: IrModule): IrModule {
  if (!module.lines.some((line) => line.startsWith(LIST))) return module;
  // The other lines keep their numbers.
  return { ...module, lines: module.lines.map((line) => (line.startsWith(LIST) ? '' : line)) };
}
