import Table from 'cli-table3';
import { wordPlural } from '../../explain/index.ts';
import { forTerminal } from '../../report/index.ts';
import { type Comparison, label, type Side } from './compare.ts';
import { IDENTICAL, NOTICE, wordComparison, wordScore, wordSignals } from './words.ts';

/** Characters of a student's name in the table. */
const NAME_WIDTH = 24;

/** The comparison for a terminal: a table of pairs, groups, and how to read them. */
export function renderSimilarityText(comparison: Comparison): string {
  const { assignment, pairs, clusters, identical } = comparison;
  const parts = [`${forTerminal(assignment.title)}: ${wordComparison(comparison)}`];
  if (pairs.length > 0) parts.push(tableOf(comparison));
  if (clusters.length > 0) {
    const lines = clusters.map(
      ({ students, score, least }) =>
        `  ${students.map(forTerminal).join(', ')} (${wordScore(least)} to ${wordScore(score)})`,
    );
    parts.push(['Groups in which each two are a pair:', ...lines].join('\n'));
  }
  if (identical.length > 0) {
    const lines = identical.map(
      ({ students, file, ownLines }) =>
        `  ${students.map(forTerminal).join(', ')}: ${forTerminal(file)}, ${wordPlural(ownLines, 'own line')}`,
    );
    parts.push([IDENTICAL, ...lines].join('\n'));
  }
  parts.push(NOTICE);
  return `${parts.join('\n\n')}\n`;
}

function tableOf({ pairs }: Comparison): string {
  const table = new Table({
    head: ['', 'student A', 'student B', 'score', 'matched tokens', 'longest run', 'also in common'],
    colAligns: ['right', 'left', 'left', 'right', 'right', 'right', 'left'],
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2, compact: true },
    chars: Object.fromEntries(
      'top,top-mid,top-left,top-right,bottom,bottom-mid,bottom-left,bottom-right,left,left-mid,mid,mid-mid,right,right-mid,middle'
        .split(',')
        .map((name) => [name, '']),
    ),
  });
  for (const [index, pair] of pairs.entries()) {
    table.push([
      index + 1,
      nameOf(pair.left),
      nameOf(pair.right),
      wordScore(pair.score),
      pair.matched,
      pair.longest,
      wordSignals(pair.signals),
    ]);
  }
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function nameOf({ document }: Side): string {
  const { attempt } = document.submission;
  const name = forTerminal(label(document.submission)).replace(/\s/g, ' ');
  const short = [...name].length > NAME_WIDTH ? `${[...name].slice(0, NAME_WIDTH - 1).join('')}…` : name;
  return attempt === null ? short : `${short} #${forTerminal(attempt)}`;
}
