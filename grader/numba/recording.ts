import { OWN_NAMES } from './names.ts';

/** A variable of a recording, with the numbers in it. */
interface Variable {
  readonly name: string;
  readonly parts: readonly { readonly path: string }[];
}

/** Members of `numba::Array` that a student can ask for. */
const ASKED = /^\.shape\[\d+\]$/;

/** Returns the tables of a recording without the translation's own variables, and without the addresses of arrays. */
export function inPython<Tables extends { readonly variables: readonly Variable[] }>(tables: Tables): Tables {
  const variables = tables.variables.map((variable) => {
    const { name, parts } = variable;
    if (name.startsWith(OWN_NAMES)) return { ...variable, parts: [] };
    const isArray = parts.some(({ path }) => path === '.past');
    return isArray ? { ...variable, parts: parts.filter(({ path }) => ASKED.test(path)) } : variable;
  });
  return { ...tables, variables };
}
