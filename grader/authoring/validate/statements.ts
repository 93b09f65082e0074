import { DEFAULT_RUBRIC } from '../../judge/score/index.ts';
import { CHECK_IDS, type CheckId } from '../../result/index.ts';
import { type AssignmentSpec, arrayParameters, prototype } from '../../spec/index.ts';

/** Something that a handout states and the specification decides. */
export interface Statement {
  /** 1-based. */
  readonly line: number;
  readonly about: 'prototype' | 'shape' | 'points' | 'size' | 'technique' | 'tolerance';
  readonly said: string;
  readonly wanted: string;
}

/**
 * What a handout states, in forms that cannot be meant otherwise: a declaration of the entry point, "`m` has `h` rows of
 * `k`", the table of points, the timed size in the row of speedup, "1,024 threads" in the row of technique, and a
 * tolerance. Whatever is said in other words is not looked at.
 */
export function statementsOf(markdown: string, spec: AssignmentSpec): Statement[] {
  const lines = markdown.split('\n');
  return [
    ...prototypes(markdown, spec),
    ...lines.flatMap((text, index) => {
      const line = index + 1;
      return [...shapes(text, line, spec), ...tolerances(text, line, spec), ...tableRow(text, line, spec)];
    }),
  ].sort((a, b) => a.line - b.line);
}

/** Checks whose points the handout leaves out, where it has a table of them. */
export function missingPoints(statements: readonly Statement[], spec: AssignmentSpec): CheckId[] {
  const named = new Set(statements.filter(({ about }) => about === 'points').map(({ said }) => said.split(' ')[0]));
  if (named.size === 0) return [];
  return CHECK_IDS.filter((id) => pointsOf(spec, id) > 0 && !named.has(id));
}

/** A type and the function's name in front, parameters of two words at least: a call has neither. */
function prototypes(markdown: string, spec: AssignmentSpec): Statement[] {
  const wanted =
    spec.entry.style === 'program' ? `a declaration of ${spec.entry.function} in a given file` : tidy(prototype(spec));
  const declaration = new RegExp(
    `((?:\\b(?!return\\b|new\\b)[A-Za-z_][\\w:<>]*[\\s*&]+)+)\\b${spec.entry.function}\\s*\\(([^()]*)\\)`,
    'g',
  );
  return [...markdown.matchAll(declaration)].flatMap((match): Statement[] => {
    const parameters = (match[2] ?? '').split(',').map((parameter) => parameter.trim());
    if (!parameters.every((parameter) => /[\w*&>]\s*[\s*&]\s*\w+$/.test(parameter))) return [];
    const line = markdown.slice(0, match.index).split('\n').length;
    // Of the words in front only those of its own line: prose may end in a word before a code block begins.
    const front = (match[1] ?? '').split('\n').at(-1) ?? '';
    const said = tidy(`${front}${spec.entry.function}(${match[2] ?? ''})`);
    return [{ line: line + (match[1] ?? '').split('\n').length - 1, about: 'prototype', said, wanted }];
  });
}

export function tidy(declaration: string): string {
  return declaration
    .replace(/\bextern\s+"C"\s*/, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([*&])\s*/g, '$1 ')
    .replace(/\s*([(),])\s*/g, '$1')
    .replace(/,/g, ', ')
    .trim();
}

/** "`m` has `h` rows of `k`", and `m [h, k]` in code. */
function shapes(text: string, line: number, spec: AssignmentSpec): Statement[] {
  return arrayParameters(spec.entry).flatMap(({ name, shape }) => {
    const wanted = `[${shape.join(', ')}]`;
    const rows = new RegExp(`\`${name}\` has \`(\\w+)\` rows of \`(\\w+)\``, 'g');
    const brackets = new RegExp(`\`[^\`]*\\b${name} (\\[[\\w*]+(?:, [\\w*]+)*\\])[^\`]*\``, 'g');
    return [
      ...[...text.matchAll(rows)].map(([, height, width]) => `[${height}, ${width}]`),
      ...[...text.matchAll(brackets)].map(([, extents]) => extents ?? ''),
    ].map((said): Statement => ({ line, about: 'shape', said: `${name} ${said}`, wanted: `${name} ${wanted}` }));
  });
}

const NUMBER = String.raw`(\d+(?:\.\d+)?(?:e[+-]?\d+)?)`;
const COUNTS: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5 };

/** "a tolerance of 1e-5", "±1", and for levels of a picture "to one level", "one level more or less". */
function tolerances(text: string, line: number, { tolerance }: AssignmentSpec): Statement[] {
  const allowed = [tolerance.absolute, ...(tolerance.perTerm ? [tolerance.perTerm.absolute] : [])];
  const forms = [
    new RegExp(`\\btolerance (?:of|is|=) ±?\\s*${NUMBER}`, 'gi'),
    new RegExp(`±\\s*${NUMBER}`, 'g'),
    /\bto (one|two|three|four|five|\d+) levels?\b/gi,
    /\b(one|two|three|four|five|\d+) levels? more or less\b/gi,
  ];
  const said = new Set(
    forms.flatMap((form) =>
      [...text.matchAll(form)].map(([, value = '']) => COUNTS[value.toLowerCase()] ?? Number(value)),
    ),
  );
  return [...said].map((value) => {
    const matching = allowed.find((limit) => limit === value) ?? tolerance.absolute;
    return { line, about: 'tolerance', said: String(value), wanted: String(matching) };
  });
}

/** `| guards | … | 20 |`: the points of a check, and what its row says of sizes. */
function tableRow(text: string, line: number, spec: AssignmentSpec): Statement[] {
  const cells = text.trim().startsWith('|')
    ? text
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
    : [];
  const id = CHECK_IDS.find((check) => check === cells[0]?.replace(/[`*]/g, ''));
  const points = cells.at(-1) ?? '';
  if (id === undefined || cells.length < 2 || !/^\d+(?:\.\d+)?$/.test(points)) return [];
  const about = cells.slice(1, -1).join(' ');
  return [
    { line, about: 'points', said: `${id} ${Number(points)}`, wanted: `${id} ${pointsOf(spec, id)}` },
    ...(id === 'speedup' ? timedSize(about, line, spec) : []),
    ...(id === 'technique' ? threads(about, line, spec) : []),
  ];
}

/** Of the sizes with as many factors as the exercise has dimensions, one must be the timed one. */
function timedSize(about: string, line: number, { timing }: AssignmentSpec): Statement[] {
  const dims = Object.values(timing?.dims ?? {});
  const sizes = [...about.matchAll(/\d[\d,]*(?:\s*[×x]\s*\d[\d,]*)+/g)].map(([size]) =>
    size.split(/[×x]/).map((factor) => Number(factor.replace(/[,\s]/g, ''))),
  );
  const candidates = sizes.filter((size) => size.length === dims.length);
  const key = (size: readonly number[]) => [...size].sort((a, b) => a - b).join(' × ');
  const [first] = candidates;
  if (first === undefined) return [];
  const said = candidates.find((size) => key(size) === key(dims)) ?? first;
  return [{ line, about: 'size', said: key(said), wanted: key(dims) }];
}

function threads(about: string, line: number, { technique }: AssignmentSpec): Statement[] {
  const said = /(\d[\d,]*) threads/.exec(about)?.[1]?.replaceAll(',', '');
  if (said === undefined || technique.kind !== 'parallel-outputs') return [];
  return [{ line, about: 'technique', said: `${Number(said)} threads`, wanted: `${technique.minThreads} threads` }];
}

function pointsOf({ rubric }: AssignmentSpec, id: CheckId): number {
  return rubric?.[id] ?? DEFAULT_RUBRIC[id];
}
