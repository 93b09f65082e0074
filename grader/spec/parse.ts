import { LineCounter, parseDocument, type YAMLError } from 'yaml';
import { checkConsistency } from './consistency.ts';
import { draftOf, type Siblings } from './draft.ts';
import { explainIssues } from './explain.ts';
import { inline, Locator, type Problem } from './problem.ts';
import { type AssignmentSpec, assignmentSchema } from './schema.ts';

export type ParseResult =
  | { readonly status: 'valid'; readonly spec: AssignmentSpec }
  | { readonly status: 'invalid'; readonly problems: readonly Problem[] };

/**
 * Reads the text of an `assignment.yaml`. All mistakes are found at once, in the order in which they stand in the file.
 * @param context.folder - name of the assignment's folder, which its id must equal; null where there is none
 * @param context.siblings - what lies beside the file
 */
export function parseAssignment(
  text: string,
  context: { readonly folder: string | null; readonly siblings: Siblings },
): ParseResult {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const locator = new Locator(document, lines);
  const syntax = document.errors.map((error) => syntaxProblem(error, locator));
  const sound = document.errors.every(({ code }) => code === 'DUPLICATE_KEY');
  if (!sound) return { status: 'invalid', problems: inOrder(syntax) };
  if (document.contents === null) {
    const expected = 'an assignment that begins with `schemaVersion: 1`';
    return { status: 'invalid', problems: [{ line: 1, column: 1, problem: 'the file is empty', expected }] };
  }
  const data = toData(document);
  if (data.status === 'invalid') {
    return { status: 'invalid', problems: [{ line: 1, column: 1, problem: data.message }] };
  }
  const parsed = assignmentSchema.safeParse(data.value);
  const problems = [...syntax];
  if (!parsed.success) {
    problems.push(...explainIssues(parsed.error.issues, { schema: assignmentSchema, data: data.value, locator }));
  }
  for (const { path, at, ...rest } of checkConsistency(draftOf(data.value), context.siblings)) {
    problems.push({ ...(at === 'key' ? locator.key(path) : locator.value(path)), ...rest });
  }
  if (parsed.success && context.folder !== null && parsed.data.id !== context.folder) {
    problems.push({
      ...locator.value(['id']),
      problem: "`id` is not the folder's name",
      expected: context.folder,
      found: inline(parsed.data.id),
    });
  }
  if (parsed.success && problems.length === 0) return { status: 'valid', spec: parsed.data };
  return { status: 'invalid', problems: inOrder(problems) };
}

function syntaxProblem(error: YAMLError, locator: Locator): Problem {
  const words = error.message.split('\n')[0] ?? error.message;
  if (error.code === 'DUPLICATE_KEY') {
    return { ...locator.offset(error.pos[0]), problem: 'this key is there twice', expected: 'each key once' };
  }
  if (error.code === 'TAB_AS_INDENT') {
    return { ...locator.offset(error.pos[0]), problem: 'a tab indents this line', expected: 'spaces' };
  }
  return { ...locator.offset(error.pos[0]), problem: `not valid YAML: ${words}` };
}

function toData(
  document: ReturnType<typeof parseDocument>,
): { status: 'valid'; value: unknown } | { status: 'invalid'; message: string } {
  try {
    return { status: 'valid', value: document.toJS() };
  } catch (error) {
    // An alias without its anchor, or more aliases than a hand-written file has.
    return { status: 'invalid', message: `not valid YAML: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function inOrder(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
}
