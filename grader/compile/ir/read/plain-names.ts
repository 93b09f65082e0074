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

const SUFFIX = /__(?:static|intern)__[0-9a-f]{16}\b/g;
const GLOBAL = /^(@(?:"[^"]*"|[-\w.$]+)) = /;
const DECLARED = /^@\S+ = external (?:[a-z_]+(?:\([^)]*\))? )*global /;
