import { LineCounter, parseDocument, type YAMLError } from 'yaml';
import type { z } from 'zod';
import { explainIssues } from './explain.ts';
import { Locator, type Problem } from './problem.ts';

/** A YAML file read against a schema. `data` and `locator` are null where there is nothing to judge further. */
export interface YamlFile<T> {
  /** The parsed value where it has the schema's form. */
  readonly value: T | null;
  readonly data: unknown;
  readonly locator: Locator | null;
  readonly problems: readonly Problem[];
}

/**
 * Reads a YAML text against a schema; every mistake of form is found at once.
 * @param what - what an empty file should have held, e.g. "an assignment that begins with `schemaVersion: 1`"
 */
export function readYaml<S extends z.ZodType>(text: string, schema: S, what: string): YamlFile<z.infer<S>> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const locator = new Locator(document, lines);
  const syntax = document.errors.map((error) => syntaxProblem(error, locator));
  const nothing = { value: null, data: null, locator: null };
  // A key that is there twice hides nothing else; after any other error the tree cannot be trusted.
  if (document.errors.some(({ code }) => code !== 'DUPLICATE_KEY')) return { ...nothing, problems: syntax };
  if (document.contents === null) {
    return { ...nothing, problems: [{ line: 1, column: 1, problem: 'the file is empty', expected: what }] };
  }
  let data: unknown;
  try {
    data = document.toJS();
  } catch (error) {
    // An alias without its anchor, or more aliases than a hand-written file has.
    const problem = `not valid YAML: ${error instanceof Error ? error.message : String(error)}`;
    return { ...nothing, problems: [{ line: 1, column: 1, problem }] };
  }
  if (containsItself(data)) {
    const problem = 'an alias stands inside of what it names';
    return { ...nothing, problems: [{ line: 1, column: 1, problem, expected: 'values that end somewhere' }] };
  }
  const parsed = schema.safeParse(data);
  if (parsed.success) return { value: parsed.data, data, locator, problems: syntax };
  const problems = [...syntax, ...explainIssues(parsed.error.issues, { schema, data, locator })];
  return { value: null, data, locator, problems };
}

/** @param around - what the value lies in */
function containsItself(value: unknown, around: ReadonlySet<unknown> = new Set(), known = new Set<unknown>()): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (around.has(value)) return true;
  if (known.has(value)) return false;
  known.add(value);
  const inside = new Set(around).add(value);
  return Object.values(value).some((item) => containsItself(item, inside, known));
}

export function inOrder(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
}

function syntaxProblem(error: YAMLError, locator: Locator): Problem {
  const place = locator.offset(error.pos[0]);
  switch (error.code) {
    case 'DUPLICATE_KEY':
      return { ...place, problem: 'this key is there twice', expected: 'each key once' };
    case 'TAB_AS_INDENT':
      return { ...place, problem: 'a tab indents this line', expected: 'spaces' };
    default:
      return { ...place, problem: `not valid YAML: ${error.message.split('\n')[0]}` };
  }
}
