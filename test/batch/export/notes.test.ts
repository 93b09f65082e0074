import { describe, expect, it } from 'vitest';
import { exportBook, noteLines } from '../../../grader/batch/export/index.ts';
import { makeFeedback } from '../../../grader/batch/feedback/index.ts';
import { Notes } from '../../../grader/cli/batch/notes.ts';
import { session } from '../../cli/harness.ts';
import { book, grade, passed } from './fixtures.ts';

const CLASS_OF_60 = Array.from({ length: 60 }, (_, at) => `s${at + 1}`);

describe('notes for one reason', () => {
  it('are one line with their number if they are many', () => {
    const why = 'left out.';
    expect(noteLines([{ who: 'ada', why }, 'apart', { who: 'ben', why }])).toEqual([
      'ada: left out.',
      'apart',
      'ben: left out.',
    ]);
    expect(noteLines(['a', 'b', 'c', 'd'].map((who) => ({ who, why })))).toEqual([
      '4 students: left out. These are: a; b; c; d.',
    ]);
  });

  it.each(['canvas-comments', 'moodle-feedback'] as const)('are no page: %s', async (format) => {
    const grades = CLASS_OF_60.map((student) => grade(student, [passed]));
    const files = await makeFeedback(book(grades), format, {
      report: () => Buffer.from('<header></header><main></main>'),
      names: [],
      sender: null,
      now: new Date(0),
    });
    const text = String(files[0]?.content);
    expect(text.trim().split('\n')).toHaveLength(1);
    expect(text).toMatch(
      /^60 grades: left out, because no download of .* These are: s1, grayscale; .*s60, grayscale\.$/m,
    );
    const test = session();
    new Notes(test.io).add(text, 'export/notes.txt');
    expect(test.stderr().length).toBeLessThan(600);
    expect(test.stderr()).toContain('and others, who are in export/notes.txt.');
  });

  it('are one line for open grades with the same reason', () => {
    const open = 'attempt 1: not graded yet';
    const grades = CLASS_OF_60.map((student) => grade(student, [null], { open, openCause: 'ungraded' }));
    const notes = exportBook(book(grades), 'canvas').find(({ fileName }) => fileName === 'canvas-notes.txt');
    expect(notes?.content.trim().split('\n')).toHaveLength(1);
    expect(notes?.content).toContain(
      '60 grades: left empty, because the grade is open. Not graded yet. These are: s1, grayscale;',
    );
  });
});
