/**
 * In relocatable device code Clang adds the file's number to names of internal linkage that the host knows too. It
 * does so from where it learns that the host uses a variable, and has used its plain name before. There is one file:
 * all keep their plain names, and so does host code when it registers them (`grader/host/cuda/registered.ts`).
 */
export function withPlainNames(text: string): string {
  const plain = text.replace(SUFFIX, '');
  if (plain === text) return text;
  const lines = plain.split('\n');
  const defined = new Set(lines.flatMap((line) => (DECLARED.test(line) ? [] : (GLOBAL.exec(line)?.[1] ?? []))));
  return lines.filter((line) => !(DECLARED.test(line) && defined.has(GLOBAL.exec(line)?.[1] ?? ''))).join('\n');
}

/**
 * Returns IR of a further source, in which every name of internal linkage that the host knows has the file's suffix.
 * Then it differs from the same name in another source.
 */
export function withFileNames(text: string): string {
  const suffixes = new Map<string, string>();
  for (const [name, plain = '', suffix = ''] of text.matchAll(SUFFIXED)) if (name !== '') suffixes.set(plain, suffix);
  const plainText = withPlainNames(text);
  if (suffixes.size === 0) return plainText;
  return plainText.replace(SYMBOL, (symbol, name: string) => `${symbol}${suffixes.get(name) ?? ''}`);
}

const SUFFIXED = /@([-\w.$]+?)(__(?:static|intern)__[0-9a-f]{16})\b/g;
/** A name with its sigil; comdats have `$`. */
const SYMBOL = /[@$]([-\w.$]+)/g;
const SUFFIX = /__(?:static|intern)__[0-9a-f]{16}\b/g;
const GLOBAL = /^(@(?:"[^"]*"|[-\w.$]+)) = /;
const DECLARED = /^@\S+ = external (?:[a-z_]+(?:\([^)]*\))? )*global /;
