import { wordPlural } from '../../explain/index.ts';
import type { Comparison, Pair } from './compare.ts';
import type { Signals } from './signals.ts';

/** Stands on every page, in the text and in the machine form. */
export const NOTICE =
  'A score is a reason to look at two submissions, never a verdict: short programs for one exercise are alike by nature, and only a person who has read both and heard both students can tell why these two are.';

const KIND_WORDS: Readonly<Record<keyof Signals, readonly [string, string]>> = {
  comments: ['identical comment', 'identical comments'],
  names: ['unusual name', 'unusual names'],
  texts: ['identical text', 'identical texts'],
  lines: ['identical odd line', 'identical odd lines'],
};

/** What a pair has in common beside its tokens, by kind; empty where there is nothing. */
export function wordSignals(signals: Signals): string {
  return Object.entries(KIND_WORDS)
    .map(([kind, [one, many]]) => ({ count: signals[kind as keyof Signals].length, one, many }))
    .filter(({ count }) => count > 0)
    .map(({ count, one, many }) => `${count} ${count === 1 ? one : many}`)
    .join(', ');
}

/** A score as it is shown: two digits, never rounded up to the threshold or to 1. */
export function wordScore(score: number): string {
  // 0.57 * 100 is a little less than 57.
  return (Math.floor(score * 100 + 1e-6) / 100).toFixed(2);
}

/** Returns what was compared, and how many pairs there are. */
export function wordComparison({ students, submissions, pairs, more, threshold }: Comparison): string {
  const earlier = students.previous > 0 ? ` and ${students.previous} of earlier terms` : '';
  const all = pairs.length + more;
  const found = all === 0 ? 'No pair' : wordPlural(all, 'pair');
  const shown = more > 0 ? ` ${wordPlural(pairs.length, 'is', 'are')} shown, the highest scores first.` : '';
  return `${wordPlural(students.current, 'student')}${earlier}, ${wordPlural(submissions, 'submission')}. ${found} with a score of ${wordScore(threshold)} or more, or with comments in common.${shown}${wordCommon(all, students.current)}`;
}

/** Students who copy are few: if there are more pairs than students, the score says little in this class. */
function wordCommon(pairs: number, students: number): string {
  if (pairs <= students) return '';
  return ' There are more pairs than students, so most of these programs are alike because many write them like this. Look for comments and names in common, or raise --threshold.';
}

/** The sentence above files that several students have with the same bytes. */
export const IDENTICAL =
  'Files with the same bytes, whatever the score. A file with few lines of its own can be the same by nature.';

export function wordBecause({ because }: Pick<Pair, 'because'>): string {
  return because === 'score' ? '' : 'Below the threshold; shown for comments in common.';
}
