import { describe, expect, it } from 'vitest';
import { withGrade, withGradeIn } from '../../grader/report/index.ts';

const PAGE = '<header>é</header><main>ä</main>';

describe('the grade in a report', () => {
  it('is after the header of a page, and replaces the one of before', () => {
    const once = withGrade(PAGE, 'html', ['You have 80 points.']);
    expect(once).toBe(
      '<header>é</header><!--grade--><section class="decided" aria-label="Your grade"><p>You have 80 points.</p></section><!--/grade--><main>ä</main>',
    );
    expect(withGrade(once, 'html', ['You have 85 points.'])).toBe(once.replace('80', '85'));
    expect(withGrade(once, 'html', [])).toBe(PAGE);
  });

  it('begins a text, and replaces the one of before', () => {
    const once = withGrade('# Report\n', 'markdown', ['You have 80 points.']);
    expect(once).toMatch(/^<!--grade-->\n\n> You have 80 points\.\n\n<!--\/grade--># Report\n$/);
    expect(withGrade(once, 'markdown', ['a', 'b'])).toContain('> a\n>\n> b');
    expect(withGrade(once, 'markdown', [])).toBe('# Report\n');
  });

  it.each(['', '<p>no header</p>', PAGE, withGrade(PAGE, 'html', ['before'])])('is the same in bytes: %j', (page) => {
    for (const sentences of [[], ['85 of 90 ≤ 90']]) {
      expect(withGradeIn(Buffer.from(page), sentences).toString('utf8')).toBe(withGrade(page, 'html', sentences));
    }
  });
});
