// What Clang predefines for each side, for grader/compile/world/: there a submission gets nvcc's macros instead.

/** Headers whose macros sources use. */
const HEADERS = ['emu/std_headers.h', 'cinttypes', 'climits', 'cfloat', 'cerrno', 'cstdarg', 'stdint.h', 'math.h'];

/**
 * @param {(args: string[], output: string, extra: object) => Promise<Uint8Array | string>} run - Clang
 * @param {{ common: string[], host: string[], device: string[] }} flags
 * @param {object} include - our headers
 */
export async function clangMacros(run, flags, include) {
  const sides = {};
  for (const side of ['host', 'device']) {
    const asked = async (text) => {
      const args = ['clang', '-cc1', ...flags.common, ...flags[side], '-E', '-dM', '-o', 'macros.txt', 'macros.cu'];
      const output = await run(args, 'macros.txt', { 'macros.cu': text, cuda: { include } });
      const listed = typeof output === 'string' ? output : new TextDecoder().decode(output);
      return new Map([...listed.matchAll(/^#define ((\w+).*)$/gm)].map(([, all, name]) => [name, all]));
    };
    const predefined = await asked('\n');
    const all = await asked(HEADERS.map((name) => `#include <${name}>\n`).join(''));
    sides[side] = {
      predefined: [...predefined.values()],
      /** Our headers undefine them. */
      removed: [...predefined.keys()].filter((name) => !all.has(name)),
      used: [...usedByMacros(all)].sort(),
    };
  }
  return sides;
}

/** Names in the text of macros that sources use, such as `__INT_MAX__` in `INT_MAX`. */
function usedByMacros(all) {
  const used = new Set();
  const visit = (name) => {
    for (const [word] of (all.get(name) ?? '').slice(name.length).matchAll(/[A-Za-z_]\w*/g)) {
      if (used.has(word) || (!all.has(word) && !word.startsWith('__'))) continue;
      used.add(word);
      visit(word);
    }
  };
  for (const name of all.keys()) if (!name.startsWith('_')) visit(name);
  return used;
}
