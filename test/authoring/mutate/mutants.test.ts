import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptedSubmissions, MUTANTS_FILE, NOTES_FILE, OPERATORS } from '../../../grader/authoring/mutate/index.ts';
import {
  entriesOf,
  loadKnown,
  NOT_EXPLAINED,
  verdictsOf,
  writeSurvivors,
} from '../../../grader/authoring/mutate/known.ts';
import { changedLines, keyOf, type Mutant } from '../../../grader/authoring/mutate/mutants.ts';
import { withSection } from '../../../grader/authoring/mutate/notes.ts';
import { sample } from '../../../grader/authoring/mutate/sample.ts';
import { AssignmentError } from '../../../grader/platform/errors.ts';
import { findAssignments } from '../../../grader/spec/index.ts';

const mutant = (operator: string, line: number): Mutant => ({
  file: 'a.cu',
  operator,
  line,
  before: `x[${line}]`,
  after: `x[${line} + 1]`,
  source: '',
  isLaunchOnly: false,
});

describe('the changed lines', () => {
  test('are shown without indentation and without the unchanged parts', () => {
    const source = 'a\n  b\n  c\nd';
    expect(changedLines(source, 'a\n  b2\n  c\nd')).toEqual({ line: 2, before: 'b', after: 'b2' });
    expect(changedLines(source, 'a\n  c\nd')).toEqual({ line: 2, before: 'b', after: '' });
    expect(changedLines(source, 'a\n  c\n  b\nd')).toEqual({ line: 2, before: 'b\nc', after: 'c\nb' });
  });
});

describe('a sample', () => {
  const mutants = [
    ...Array.from({ length: 40 }, (_, line) => mutant('common', line)),
    ...Array.from({ length: 3 }, (_, line) => mutant('rare', line)),
  ];

  test('has as many of each operator as can be, in the order of all', () => {
    const drawn = sample(mutants, 10, '1');
    expect(drawn).toHaveLength(10);
    expect(drawn.filter(({ operator }) => operator === 'rare')).toHaveLength(3);
    expect(drawn).toEqual(mutants.filter((each) => drawn.includes(each)));
  });

  test('is the same with the same seed, and another with another', () => {
    expect(sample(mutants, 10, '1')).toEqual(sample(mutants, 10, '1'));
    expect(sample(mutants, 10, '1')).not.toEqual(sample(mutants, 10, '2'));
  });

  test('is all where that is enough', () => {
    expect(sample(mutants, 43, '1')).toEqual(mutants);
  });
});

describe('the list of mutants', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'grade-mutants-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is empty where there is none', () => {
    expect(entriesOf(loadKnown(folder))).toEqual([]);
  });

  test('takes survivors in, and keeps what is there', async () => {
    const text = `schemaVersion: 1
# By hand.
equivalent:
  - reason: It is the same.
    mutants:
      - { file: a.cu, operator: rare, line: 1, before: "x[1]", after: "x[1 + 1]" }
`;
    writeFileSync(join(folder, MUTANTS_FILE), text);
    await writeSurvivors(folder, [mutant('common', 2)]);
    expect(readFileSync(join(folder, MUTANTS_FILE), 'utf8')).toContain('# By hand.');
    const known = loadKnown(folder);
    expect(verdictsOf(known).get(keyOf(mutant('rare', 1)))).toEqual({
      verdict: 'equivalent',
      reason: 'It is the same.',
    });
    expect(verdictsOf(known).get(keyOf(mutant('common', 2)))).toEqual({ verdict: 'survives', reason: NOT_EXPLAINED });

    const notes = withSection('# Mine\n', known);
    expect(notes).toContain('# Mine');
    expect(notes).toContain('`a.cu`, line 2');
    expect(notes).not.toContain('line 1');
    expect(withSection(notes, known)).toBe(notes);
  });

  test('is refused with the line of each mistake', () => {
    writeFileSync(join(folder, MUTANTS_FILE), 'schemaVersion: 1\nsurvives:\n  - reason: ""\n    mutants: []\n');
    expect(() => loadKnown(folder)).toThrow(AssignmentError);
    try {
      loadKnown(folder);
    } catch (error) {
      expect((error as AssignmentError).details.join('\n')).toMatch(/mutants\.yaml:3:/);
    }
  });
});

const shipped = findAssignments().flatMap((listing) => (listing.status === 'broken' ? [] : [listing.assignment]));

describe.each(shipped.map((assignment) => ({ id: assignment.spec.id, assignment })))(
  'the list of $id',
  ({ assignment }) => {
    const known = loadKnown(assignment.folder);

    test('names lines, operators and submissions that there are', () => {
      const sources = new Map(acceptedSubmissions(assignment).map(({ file, source }) => [file, source.split('\n')]));
      const names = OPERATORS.map(({ name }) => name);
      for (const { file, operator, line, before, after } of entriesOf(known)) {
        const lines = before === '' ? [] : before.split('\n');
        const there = sources.get(file)?.slice(line - 1, line - 1 + lines.length);
        expect(
          there?.map((text) => text.trim()),
          `${file}:${line}`,
        ).toEqual(lines);
        expect(after).not.toBe(before);
        expect(names).toContain(operator);
      }
    });

    test('says why, and notes.md says it too', () => {
      const groups = [...known.equivalent, ...known.survives];
      for (const { reason } of groups) expect(reason).not.toBe(NOT_EXPLAINED);
      expect(new Set(entriesOf(known).map(keyOf)).size).toBe(entriesOf(known).length);
      if (!existsSync(join(assignment.folder, MUTANTS_FILE))) return;
      const notes = readFileSync(join(assignment.folder, NOTES_FILE), 'utf8');
      expect(withSection(notes, known)).toBe(notes);
    });
  },
);
