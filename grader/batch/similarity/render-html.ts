import { createHash } from 'node:crypto';
import Handlebars from 'handlebars';
import { wordPlural } from '../../explain/index.ts';
import { type Templates, wellFormed } from '../../report/index.ts';
import { type Comparison, label, type Pair, type Side } from './compare.ts';
import { linesOf, type Place, placeOf } from './places.ts';
import { IDENTICAL, NOTICE, wordBecause, wordComparison, wordScore, wordSignals } from './words.ts';

/** Colours that matches take in turn; the style sheet has as many. */
const COLOURS = 6;

export interface Page {
  /** From the folder of the report, with `/`. */
  readonly fileName: string;
  readonly content: string;
}

/** `index.html` and a page for each pair: no script, no network, nothing but their own style. */
export function renderSimilarityPages(comparison: Comparison, templates: Templates): Page[] {
  const style = `${templates.read('report.css')}\n${templates.read('similarity.css')}`;
  const common = {
    style: new Handlebars.SafeString(style),
    styleHash: new Handlebars.SafeString(createHash('sha256').update(style).digest('base64')),
    notice: NOTICE,
    title: comparison.assignment.title,
  };
  const index = templates.compile('similarity.html.hbs');
  const page = templates.compile('similarity-pair.html.hbs');
  const count = comparison.pairs.length;
  return [
    { fileName: 'index.html', content: wellFormed(index({ ...common, ...indexView(comparison) })) },
    ...comparison.pairs.map((pair, at) => ({
      fileName: pageName(at),
      content: wellFormed(
        page({
          ...common,
          ...pairView(pair),
          number: at + 1,
          before: at > 0 ? at : null,
          after: at + 1 < count ? at + 2 : null,
        }),
      ),
    })),
  ];
}

function pageName(at: number): string {
  return `pairs/${at + 1}.html`;
}

function indexView(comparison: Comparison): object {
  const { pairs, clusters, skipped, identical } = comparison;
  return {
    sentence: wordComparison(comparison),
    pairs: pairs.map((pair, at) => ({
      number: at + 1,
      page: pageName(at),
      left: nameOf(pair.left),
      right: nameOf(pair.right),
      score: wordScore(pair.score),
      matched: pair.matched,
      longest: pair.longest,
      signals: wordSignals(pair.signals),
      because: wordBecause(pair),
    })),
    clusters: clusters.map(({ students, score, least }) => ({
      students: students.join(', '),
      size: students.length,
      score: wordScore(score),
      least: wordScore(least),
    })),
    identicalNote: IDENTICAL,
    identical: identical.map(({ students, file, ownLines }) => ({ students: students.join(', '), file, ownLines })),
    skipped: skipped.map(({ student, reason }) => ({ student, reason })),
    accepted: comparison.accepted > 0,
  };
}

function pairView(pair: Pair): object {
  const { left, right, matches, matched, longest, score, signals } = pair;
  const tokens = ({ document }: Side): string => `${matched} of ${wordPlural(document.size, 'token')}`;
  return {
    left: nameOf(left),
    right: nameOf(right),
    score: wordScore(score),
    because: wordBecause(pair),
    facts: [
      { name: `In common, of ${nameOf(left)}`, value: tokens(left) },
      { name: `In common, of ${nameOf(right)}`, value: tokens(right) },
      { name: 'Longest run', value: wordPlural(longest, 'token') },
    ],
    matches: matches.map((match, at) => ({
      number: at + 1,
      colour: colourOf(at),
      tokens: match.length,
      left: linesWords(left, placeOf(left, match.left, match.length)),
      right: linesWords(right, placeOf(right, match.right, match.length)),
    })),
    signals: [
      { title: 'Comments in the same words', items: signals.comments },
      { title: 'Names that hardly anyone else has', items: signals.names },
      { title: 'Texts in quotation marks', items: signals.texts },
      { title: 'Lines with the same oddity of white space', items: signals.lines.map(visible) },
    ].filter(({ items }) => items.length > 0),
    sides: [
      {
        ...sideView(
          left,
          'L',
          'R',
          matches.map((match) => ({ first: match.left, length: match.length })),
        ),
        id: 'left',
      },
      {
        ...sideView(
          right,
          'R',
          'L',
          matches.map((match) => ({ first: match.right, length: match.length })),
        ),
        id: 'right',
      },
    ],
  };
}

function sideView(
  side: Side,
  here: string,
  there: string,
  starts: readonly { readonly first: number; readonly length: number }[],
): object {
  return {
    student: nameOf(side),
    files: side.document.submission.files.map(({ name }, file) => ({
      name,
      lines: linesOf(side, file, starts).map((pieces, line) => ({
        number: line + 1,
        pieces: pieces.map(({ text, match, first, leftOut }) => ({
          text,
          match,
          first,
          leftOut,
          colour: match === null ? null : colourOf(match - 1),
          here,
          there,
        })),
      })),
    })),
  };
}

function colourOf(at: number): number {
  return (at % COLOURS) + 1;
}

function linesWords(side: Side, { file, startLine, endLine }: Place): string {
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
  return side.document.submission.files.length > 1 ? `${file}, ${lines}` : lines;
}

function nameOf({ document: { submission } }: Side): string {
  return submission.attempt === null ? label(submission) : `${label(submission)}, attempt ${submission.attempt}`;
}

/** Blanks and tabs as signs, since they are what is alike. */
function visible(line: string): string {
  return line.replace(/ /g, '·').replace(/\t/g, '→');
}
