import {
  type Entity,
  edited,
  type IrFunction,
  type IrModule,
  nameOf,
  readEntities,
  type Type,
  type Variable,
} from '../read/index.ts';

/** A function of native/emulator/include/emu/ptx/ that is one instruction. */
export interface Helper {
  readonly symbol: string;
  readonly parameters: readonly HelperParameter[];
  readonly result: Type;
  /** Attribute group of its definition. */
  readonly attributes: string;
}

export interface HelperParameter {
  readonly type: Type;
  /** The IR type, with the attributes that a call repeats (`i16 noundef zeroext`). */
  readonly text: string;
}

const PREFIX = 'emu_ptx_';

/** The functions that a module has, by the name of their instruction (`add_u32`). */
export function helpersOf(module: IrModule): Map<string, Helper> {
  const helpers = new Map<string, Helper>();
  for (const { header } of module.functions) {
    const { name: symbol, text, result, groups } = header;
    const attributes = groups[0]?.number;
    if (!symbol.startsWith(PREFIX) || attributes === undefined) continue;
    const parameters = header.parameters.map(({ type, name, at, end }) => ({
      type,
      text: text.slice(at, end - name.length).trimEnd(),
    }));
    helpers.set(symbol.slice(PREFIX.length), { symbol, parameters, result, attributes });
  }
  return helpers;
}

const LISTS: ReadonlySet<string> = new Set(['@llvm.used', '@llvm.compiler.used']);

/** Returns a list of used functions without those of the headers, which need not be kept; nothing if no others are left. */
export function withoutKeeping(variable: Variable): readonly Entity[] {
  const { symbol, initializer, text, typeAt, end } = variable;
  if (!LISTS.has(symbol) || initializer?.kind !== 'aggregate') return [variable];
  const kept = initializer.elements.filter(({ value }) => !nameOf(value.text).startsWith(PREFIX));
  if (kept.length === 0) return [];
  const list = kept.map(({ type, value }) => `${type.text} ${value.text}`).join(', ');
  return readEntities([edited(text, [{ at: typeAt, end, text: `[${kept.length} x ptr] [${list}]` }])]);
}

/** Without the functions that nothing leads to: most of them. @param statements - what may call them */
export function withoutUnused(entities: readonly Entity[], statements: readonly IrFunction[]): Entity[] {
  const helpers = new Map<string, IrFunction>();
  const todo: string[] = [];
  const follow = ({ uses }: { readonly uses: readonly string[] }) => {
    for (const name of uses) if (name.startsWith(`@${PREFIX}`)) todo.push(nameOf(name));
  };
  for (const entity of entities) {
    if (entity.kind === 'variable' || entity.kind === 'alias') follow(entity);
    else if (entity.kind !== 'function') continue;
    else if (entity.name.startsWith(PREFIX)) helpers.set(entity.name, entity);
    else if (entity.mayMention(`@${PREFIX}`)) entity.body.forEach(follow);
  }
  for (const { body } of statements) body.forEach(follow);
  const used = new Set<string>();
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    const helper = helpers.get(name);
    if (helper?.mayMention(`@${PREFIX}`)) helper.body.forEach(follow);
  }
  return entities.filter((entity) => entity.kind !== 'function' || !helpers.has(entity.name) || used.has(entity.name));
}
