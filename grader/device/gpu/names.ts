/**
 * nvcc and Clang give nearly all kernels the same Itanium name
 * (https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling). They differ in internal linkage (`_ZL4stat…`), in
 * anonymous namespaces (`12_GLOBAL__N_1`, which nvcc makes unique), and, where a typedef of 64 bits is declared in another
 * way, in `long` and `long long`.
 */

/** @returns the name of `candidates` that means the same function; null where there is none, or more than one */
export function sameFunction(mangled: string, candidates: readonly string[]): string | null {
  if (candidates.includes(mangled)) return mangled;
  const wanted = canonical(mangled);
  const found = candidates.filter((candidate) => canonical(candidate) === wanted);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Names under which a module may have a variable, likeliest first. */
export function variableNames(name: string): string[] {
  const local = /^_ZL(\d+)(.*)$/.exec(name);
  const plain = local && Number(local[1]) === local[2]?.length ? local[2] : null;
  return plain ? [name, plain] : [name];
}

interface Piece {
  readonly kind: 'name' | 'code';
  readonly text: string;
}

function canonical(mangled: string): string {
  const parts = pieces(mangled.replace(/^_ZL/, '_Z'));
  return parts
    .filter(({ kind, text }) => kind === 'code' || !text.startsWith('_INTERNAL_'))
    .map(({ kind, text }) => {
      if (kind === 'code') return text.replaceAll('x', 'l').replaceAll('y', 'm');
      return text.startsWith('_GLOBAL__N_') ? '<anonymous>' : `<${text}>`;
    })
    .join('');
}

/** Splits at source names, which are written with their length before them. */
function pieces(mangled: string): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  while (at < mangled.length) {
    const rest = mangled.slice(at);
    // The digits of literals (`Li16E`) and of substitutions (`S1_`, `T0_`) are no lengths.
    const code = /^(?:L[a-z]n?\d+E|[ST][0-9A-Z]*_|[^0-9])/.exec(rest);
    const length = /^\d+/.exec(rest)?.[0] ?? '';
    const text = code ? code[0] : rest.slice(length.length, length.length + Number(length));
    found.push({ kind: code ? 'code' : 'name', text });
    at += code ? text.length : length.length + text.length;
  }
  return found;
}
