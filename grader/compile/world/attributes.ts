import type { Assets } from '../assets.ts';
import type { Clang } from '../clang.ts';
import type { Side } from './macros.ts';
import type { Token } from './tokens.ts';

/** An attribute that a submission gives something, e.g. `vector_size ( 16 )`, and the line of its name. */
interface Attribute {
  /** Without `__` around it, with its namespace: `clang::annotate`. */
  readonly name: string;
  /** As it is written, with its arguments. */
  readonly text: string;
  readonly line: number;
  readonly isStandard: boolean;
}

/** A text that can have an attribute, whichever way it is written. */
export const ATTRIBUTES = /attribute|declspec|\[\s*\[|<:\s*<:/;

/**
 * Finds the first attribute that Clang follows and nvcc does not know: nvcc ignores it with a warning, so the program
 * is another one there. What neither of them knows is ignored by both.
 */
export function attributeOfClang(clang: Clang, assets: Assets, tokens: readonly Token[], side: Side): Token | null {
  const ofNvcc = knownToNvcc(assets);
  const others = attributesIn(tokens).filter(
    ({ name }) => (TARGETS.has(name) || !ofNvcc.has(name)) && !LINKAGE.test(name),
  );
  if (others.length === 0) return null;
  const followed = followedBy(clang, assets, others, side);
  return others.find((attribute) => followed.has(attribute)) ?? null;
}

/** Refused with a reason of their own. */
const LINKAGE = /^(?:clang::)?(?:import_module|import_name|export_name)$/;

/** gcc knows them too, for its own machine: what Clang takes for this one, gcc does not. */
const TARGETS: ReadonlySet<string> = new Set(['target', 'target_clones', 'target_version']);

const known = new WeakMap<Assets, ReadonlySet<string>>();

/** Attributes of gcc, and those that nvcc's own headers use. */
function knownToNvcc(assets: Assets): ReadonlySet<string> {
  const found = known.get(assets);
  if (found) return found;
  const { attributes, standardAttributes, texts } = assets.macros;
  const used = texts.flatMap((text) =>
    [...text.matchAll(/(?:__attribute__ ?\(\(|__location__\(|__annotate__\()\s*(\w+)/g)].map((match) => match[1] ?? ''),
  );
  const names = [...Object.keys(attributes), ...Object.keys(standardAttributes), ...used, ...CUDA].map(plain);
  const set = new Set(names.flatMap((name) => [name, `gnu::${name}`]));
  known.set(assets, set);
  return set;
}

/** What CUDA's headers give their own types and functions. */
const CUDA = [
  'device_builtin',
  'nv_weak_odr',
  'nv_pure',
  'builtin_align',
  'fallthrough',
  'assume',
  'carries_dependency',
];

function plain(name: string): string {
  return /^__(\w+)__$/.exec(name)?.[1] ?? name;
}

/** Every attribute of both spellings, `__attribute__((name))` and `[[name]]`. */
export function attributesIn(tokens: readonly Token[]): Attribute[] {
  const found: Attribute[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const [text, next, second] = [tokens[at]?.text ?? '', tokens[at + 1]?.text, tokens[at + 2]?.text];
    if (/^__attribute(?:__)?$/.test(text) && next === '(' && second === '(')
      found.push(...listFrom(tokens, at + 3, false));
    else if (/^_*declspec$/.test(text) && next === '(') found.push(...listFrom(tokens, at + 2, false));
    else if (text === '[' && next === '[') found.push(...listFrom(tokens, at + 2, true));
  }
  return found;
}

/** The attributes of one list, up to the bracket that closes it. */
function listFrom(tokens: readonly Token[], from: number, isStandard: boolean): Attribute[] {
  const found: Attribute[] = [];
  let prefix = '';
  let at = from;
  if (tokens[at]?.text === 'using' && tokens[at + 2]?.text === ':') {
    prefix = `${tokens[at + 1]?.text}::`;
    at += 3;
  }
  while (at < tokens.length && !/^[)\]]$/.test(tokens[at]?.text ?? ')')) {
    const start = at;
    let depth = 0;
    for (; at < tokens.length; at++) {
      const text = tokens[at]?.text ?? '';
      if (depth === 0 && /^[,)\]]$/.test(text)) break;
      depth += /^[([{]$/.test(text) ? 1 : /^[)\]}]$/.test(text) ? -1 : 0;
    }
    const words = tokens.slice(start, at).map(({ text }) => text);
    const scoped = isStandard && words[1] === ':' && words[2] === ':';
    const name = scoped ? `${plain(words[0] ?? '')}::${plain(words[3] ?? '')}` : prefix + plain(words[0] ?? '');
    const line = tokens[start]?.line ?? 0;
    if (/^[A-Za-z_]/.test(words[0] ?? '')) {
      const text =
        prefix +
        words
          .join(' ')
          .replace(/ : : /g, '::')
          .replace(/ ?([()]) ?/g, '$1');
      found.push({ name: name.replace(/^_*(?:Clang|clang)_*::/, 'clang::'), text, line, isStandard });
    }
    if (tokens[at]?.text === ',') at += 1;
  }
  return found;
}

/** Asks Clang which of them it follows. */
function followedBy(clang: Clang, assets: Assets, attributes: readonly Attribute[], side: Side): Set<Attribute> {
  const flags = ['clang', '-cc1', ...assets.flags.common, ...assets.flags[side], '-fno-caret-diagnostics'];
  const lines = attributes.map(({ name, isStandard }, index) => {
    const plainName = name.replace(/^.*::/, '');
    const asked = isStandard
      ? `__has_cpp_attribute(${name})`
      : `__has_attribute(${plainName}) || __has_declspec_attribute(${plainName})`;
    return `#if ${asked}\n#line ${index + 1}\n#warning followed\n#endif`;
  });
  const { log } = clang.run([...flags, '-fsyntax-only', ASKED], { [ASKED]: `${lines.join('\n')}\n` });
  const told = new Set([...log.matchAll(/^\w+\.cu:(\d+):\d+: .*followed/gm)].map((match) => Number(match[1])));
  return new Set(
    attributes.filter(
      (attribute, index) =>
        told.has(index + 1) && (!TARGETS.has(attribute.name) || isOfTarget(clang, flags, attribute)),
    ),
  );
}

const ASKED = 'attributes.cu';

/** Asks Clang which of these names are its keywords or builtins. */
export function knownToClang(clang: Clang, assets: Assets, names: readonly string[], side: Side): string[] {
  if (names.length === 0) return [];
  const flags = ['clang', '-cc1', ...assets.flags.common, ...assets.flags[side], '-fno-caret-diagnostics'];
  const lines = names.map(
    (name, index) =>
      `#if __has_builtin(${name}) || !__is_identifier(${name})\n#line ${index + 1}\n#warning known\n#endif`,
  );
  const { log } = clang.run([...flags, '-fsyntax-only', ASKED], { [ASKED]: `${lines.join('\n')}\n` });
  const told = new Set([...log.matchAll(/^\w+\.cu:(\d+):\d+: .*known/gm)].map((match) => Number(match[1])));
  return names.filter((_, index) => told.has(index + 1));
}

/** Does the machine that Clang compiles for have one of these features? The code generator tells of those that it lacks. */
function isOfTarget(clang: Clang, flags: readonly string[], { text }: Attribute): boolean {
  const source = `__attribute__((${text})) __attribute__((device, host, used)) void f() {}\n`;
  const { log, code } = clang.run([...flags, '-S', '-o', '-', ASKED], { [ASKED]: source });
  const lacking = new Set([...log.matchAll(/'[+-]?([^']*)' is not a recognized/g)].map((match) => match[1] ?? ''));
  const features = (text.match(/"[^"]*"/g) ?? []).flatMap((list) => list.slice(1, -1).split(','));
  return code !== 0 || features.some((feature) => !lacking.has(feature.trim().replace(/^(?:no-|arch=|tune=)/, '')));
}
