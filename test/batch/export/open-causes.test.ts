import { describe, expect, it } from 'vitest';
import { causeOf, EXPORT_FORMATS, exportBook, gradingOf, withEqualTotals } from '../../../grader/batch/export/index.ts';
import { gradeSentences } from '../../../grader/batch/feedback/index.ts';
import type { Grade } from '../../../grader/batch/model.ts';
import { OPEN_CAUSES, type OpenCause, wordOpenGrade } from '../../../grader/explain/index.ts';
import type { GradeResult } from '../../../grader/result/index.ts';
import { book, broken, failed, grade, passed } from './fixtures.ts';

/** A result that is open because of one rule. */
function openBy(rule: GradeResult['checks'][number]['findings'][number]['rule']): GradeResult {
  const [check, ...others] = failed.checks;
  if (check === undefined) throw new Error('the fixture has checks');
  const finding = { rule, severity: 'error' as const, message: 'x', count: 1 };
  return {
    ...failed,
    verdict: 'error',
    responsible: 'infrastructure',
    checks: [{ ...check, findings: [finding] }, ...others],
  };
}

/** A grade that is open for each reason. */
const GRADES: Readonly<Record<OpenCause, Grade>> = {
  ungraded: grade('ada', [null], { open: 'attempt 1: not graded yet', openCause: 'ungraded' }),
  infrastructure: grade('ada', [broken], { open: 'attempt 1: the machine' }),
  assignment: grade('ada', [{ ...broken, responsible: 'assignment' }], { open: 'attempt 1: the assignment' }),
  unsupported: grade('ada', [openBy('unsupported-feature')], { open: 'attempt 1: textures' }),
  'needs-review': grade('ada', [openBy('needs-review')], { open: 'attempt 1: compilers disagree' }),
  review: grade('ada', [passed], { open: 'attempt 1: look' }),
  undecided: grade('ada', [null], { open: 'attempt 1: 2 files', openCause: 'undecided' }),
  unreadable: grade('ada', [null], { open: 'attempt 1: cannot be read', openCause: 'unreadable' }),
  owner: grade('ada', [], { open: 'the hand-in "Kim" can be', openCause: 'owner' }),
  totals: withEqualTotals(
    book([grade('ada', [passed], { maxPoints: 100 }), grade('ben', [passed]), grade('cem', [passed])]),
  ).book.grades[0] as Grade,
};

describe('an open grade', () => {
  it.each(OPEN_CAUSES)('has the words of its cause: %s', (cause) => {
    const own = GRADES[cause];
    expect(causeOf(own)).toBe(cause);
    const words = wordOpenGrade(cause);
    expect(gradingOf(own)).toEqual({ status: 'open', reason: words });
    expect(gradeSentences(own)).toEqual(words.split('\n'));
    expect(words.includes('machine')).toBe(cause === 'infrastructure');
    expect(words).toMatch(/costs no points/);
    for (const other of OPEN_CAUSES) if (other !== cause) expect(wordOpenGrade(other)).not.toBe(words);
  });

  it.each(OPEN_CAUSES)('is empty in each gradebook: %s', (cause) => {
    for (const format of EXPORT_FORMATS) {
      const text = exportBook(book([GRADES[cause]]), format)
        .map(({ content }) => content)
        .join('\n');
      if (cause !== 'infrastructure') expect(text, format).not.toContain('the machine that grades failed');
    }
  });
});
