import type { RecordingTables } from '../compile/index.ts';
import { OWN_NAMES } from './names.ts';

/** Members of `numba::Array` that a student can ask for. */
const ASKED = /^\.shape\[\d+\]$/;

/** Returns the tables of a recording without what only the translation has: its own variables, and where arrays lie. */
export function inPython(tables: RecordingTables): RecordingTables {
  const variables = tables.variables.map((variable) => {
    const { name, parts } = variable;
    if (name.startsWith(OWN_NAMES)) return { ...variable, parts: [] };
    const isArray = parts.some(({ path }) => path === '.past');
    return isArray ? { ...variable, parts: parts.filter(({ path }) => ASKED.test(path)) } : variable;
  });
  return { ...tables, variables };
}
