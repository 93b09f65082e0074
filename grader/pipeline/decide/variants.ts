import { isFloating, isInteger, type SyntaxNode, statementRange } from '../../syntax/index.ts';
import type { Candidate } from './candidates.ts';
import type { Part } from './repair.ts';

/** The variables that have the number of the variant, on both sides. */
export const CHOICE = { deviceVariable: 'gradeChoiceOnDevice', hostMark: 0x5eed_d1cf } as const;

/** The lines before the program. The choice is a variable, so that no compiler decides it. */
const PRELUDE = `__constant__ int ${CHOICE.deviceVariable} = 0;
static volatile int gradeChoiceOnHost = ${CHOICE.hostMark};
#ifdef __CUDA_ARCH__
#define GRADE_CHOICE ${CHOICE.deviceVariable}
#else
#define GRADE_CHOICE gradeChoiceOnHost
#endif
`;

export interface Variants {
  readonly text: string;
  /** Returns the candidates that a diagnostic of the text is about. */
  readonly partsAt: (place: { readonly line: number; readonly column: number }) => readonly Candidate[];
}

interface Alternative {
  readonly number: number;
  readonly part: Part;
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly isStatement: boolean;
  readonly node: SyntaxNode;
  readonly alternatives: Alternative[];
}

/**
 * Writes one program that behaves as the source with the candidate of a number, or as the source with none. The number
 * of a candidate is its place in the list, from 1. Lines keep their numbers.
 */
export function variantsOf(source: string, candidates: readonly Candidate[]): Variants {
  const places = new Map<string, Place>();
  for (const [index, { parts }] of candidates.entries()) {
    for (const part of parts) {
      const isStatement = part.kind !== 'expression';
      const { start, end } = isStatement ? statementRange(source, part.node) : part.node;
      const key = `${start} ${end} ${isStatement}`;
      const place = places.get(key) ?? { start, end, isStatement, node: part.node, alternatives: [] };
      places.set(key, place);
      place.alternatives.push({ number: index + 1, part });
    }
  }
  // The outer one of two comes first.
  const sorted = [...places.values()].sort(
    (a, b) => a.start - b.start || b.end - a.end || Number(b.isStatement) - Number(a.isStatement),
  );
  const writer = new Writer(source, sorted);
  const text = `${PRELUDE}${writer.text(0, source.length)}`;
  return { text, partsAt: ({ line, column }) => partsAt(text, candidates, line, column) };
}

const CHOSEN = /GRADE_CHOICE == (\d+)/g;

/** The candidate whose text holds a place, and all of the line if the place is before the first one. */
function partsAt(text: string, candidates: readonly Candidate[], line: number, column: number): Candidate[] {
  const written = text.split('\n')[line - 1] ?? '';
  const before = [...written.slice(0, column).matchAll(CHOSEN)].at(-1)?.[1];
  const numbers = before === undefined ? [...written.matchAll(CHOSEN)].map(([, number]) => number) : [before];
  return numbers.map((number) => candidates[Number(number) - 1]).filter((each) => each !== undefined);
}

class Writer {
  readonly #source: string;
  readonly #places: readonly Place[];
  #next = 0;

  constructor(source: string, places: readonly Place[]) {
    this.#source = source;
    this.#places = places;
  }

  text(start: number, end: number): string {
    let written = '';
    let at = start;
    for (let place = this.#places[this.#next]; place && place.start < end; place = this.#places[this.#next]) {
      this.#next++;
      written += this.#source.slice(at, place.start);
      const own = this.text(place.start, place.end);
      written += place.isStatement ? statement(place, own) : choice(place, own);
      at = place.end;
    }
    return written + this.#source.slice(at, end);
  }
}

function choice({ node, alternatives }: Place, own: string): string {
  const type = castOf(node);
  const chosen = alternatives.map(({ number, part }) => `GRADE_CHOICE == ${number} ? ${type}(${flat(part.text)}) : `);
  return `(${chosen.join('')}(${own}))`;
}

function statement({ node, alternatives }: Place, own: string): string {
  const of = (kind: Part['kind']) => alternatives.filter(({ part }) => part.kind === kind);
  const inserted = of('after')
    .map(({ number, part }) => `if (GRADE_CHOICE == ${number}) { ${flat(part.text)} }`)
    .join(' ');
  const chosen = of('statement').map(
    ({ number, part }) => `if (GRADE_CHOICE == ${number}) { ${flat(part.text)} } else `,
  );
  const whole = chosen.length > 0 ? `${chosen.join('')}{ ${own} }` : own;
  const text = `${whole} ${inserted}`;
  return node.kind === 'DeclStmt' ? text : `{ ${text} }`;
}

/** Writes a text on one line: a text of several lines would move those after it. */
function flat(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}

function castOf(node: SyntaxNode): string {
  const pointer = node.type.replace(/\b(?:__restrict(?:__)?|restrict)\b|\bconst$/g, '').trim();
  const type = node.type.replace(/\b(?:const|volatile|__restrict(?:__)?|restrict)\b/g, '').trim();
  return isInteger(node) || isFloating(node) || /^[\w :]+\*+$/.test(pointer)
    ? `(${pointer.includes('*') ? pointer : type})`
    : '';
}
