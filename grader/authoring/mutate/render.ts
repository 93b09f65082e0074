import Table from 'cli-table3';
import { createTwoFilesPatch } from 'diff';
import type { Mutant } from './mutants.ts';
import type { MutantOutcome, MutateResult } from './mutate.ts';
import { OPERATORS } from './operators/index.ts';

export interface OperatorCounts {
  readonly operator: string;
  readonly made: number;
  readonly invalid: number;
  readonly equivalent: number;
  readonly killed: number;
  readonly survived: number;
  readonly faults: number;
}

/** A line for each operator that made something, in their order. */
export function countsOf({ mutants }: MutateResult): OperatorCounts[] {
  return OPERATORS.flatMap(({ name }) => {
    const own = mutants.filter(({ mutant }) => mutant.operator === name);
    return own.length === 0 ? [] : [counted(name, own)];
  });
}

function counted(operator: string, mutants: MutateResult['mutants']): OperatorCounts {
  const count = (kind: MutantOutcome['kind']) => mutants.filter(({ outcome }) => outcome.kind === kind).length;
  return {
    operator,
    made: mutants.length,
    invalid: count('invalid'),
    equivalent: count('equivalent'),
    killed: count('killed'),
    survived: count('survived'),
    faults: count('fault'),
  };
}

/** Renders the text for a terminal: survivors first, because they must be read, then the table and the ratio. */
export function renderMutate(result: MutateResult): string {
  const survivors = result.mutants.flatMap(({ mutant, outcome }) =>
    outcome.kind === 'survived' ? [{ mutant, reason: outcome.reason }] : [],
  );
  const fresh = survivors.filter(({ reason }) => reason === null);
  const faults = result.mutants.flatMap(({ mutant, outcome }) =>
    outcome.kind === 'fault' ? [`${nameOf(mutant)}: ${outcome.message}`] : [],
  );
  return [
    ...explained(survivors),
    ...(fresh.length > 0
      ? [`Bugs that ${result.assignment} does not catch, and that its mutants.yaml does not explain:`, '']
      : []),
    ...fresh.map(({ mutant }) => `${describe(mutant)}\n${patch(result, mutant)}`),
    ...(faults.length > 0 ? ['Not judged, and not counted:', ...faults, ''] : []),
    ...result.stale.map(({ entry, why }) => `mutants.yaml: ${nameOf(entry)}: ${why}. Take the entry out.`),
    table(result),
    conclusion(result),
    ...(result.inPython.length > 0
      ? [`Bugs are made in CUDA C++ only. No bugs are made in ${result.inPython.join(', ')}.`]
      : []),
    '',
  ].join('\n');
}

function explained(survivors: readonly { readonly mutant: Mutant; readonly reason: string | null }[]): string[] {
  const reasons = [...new Set(survivors.map(({ reason }) => reason))].filter((reason) => reason !== null);
  return reasons.flatMap((reason) => {
    const own = survivors.filter((survivor) => survivor.reason === reason);
    return [`Not caught, as mutants.yaml explains: ${reason}`, ...own.map(({ mutant }) => `  ${nameOf(mutant)}`), ''];
  });
}

function nameOf({ file, line, operator }: Pick<Mutant, 'file' | 'line' | 'operator'>): string {
  return `${file}:${line} ${operator}`;
}

function describe(mutant: Mutant): string {
  const operator = OPERATORS.find(({ name }) => name === mutant.operator);
  return `${nameOf(mutant)}: a student who ${operator?.imitates ?? ''}`;
}

/** What the bug changes, as a unified diff. */
export function patch({ sources }: Pick<MutateResult, 'sources'>, { file, source }: Mutant): string {
  const lines = createTwoFilesPatch(file, file, sources.get(file) ?? '', source, '', '', { context: 2 }).split('\n');
  return lines.slice(lines.findIndex((line) => line.startsWith('---'))).join('\n');
}

function table(result: MutateResult): string {
  const counts = countsOf(result);
  const head = ['operator', 'made', 'not compiling', 'equivalent', 'killed', 'survived', 'not judged'];
  const shown = new Table({ head, style: { head: [], border: [], compact: true }, colAligns: ['left', ...RIGHT] });
  for (const { operator, ...numbers } of counts) shown.push([operator, ...Object.values(numbers)]);
  const { operator: _, ...all } = counted('all', result.mutants);
  shown.push(['all', ...Object.values(all)]);
  return shown.toString();
}

const RIGHT = ['right', 'right', 'right', 'right', 'right', 'right'] as const;

function conclusion({ mutants, made, ratio }: MutateResult): string {
  const drawn = mutants.length < made ? ` A sample: ${mutants.length} of ${made} bugs.` : '';
  const killed = mutants.filter(({ outcome }) => outcome.kind === 'killed').length;
  const survived = mutants.filter(({ outcome }) => outcome.kind === 'survived').length;
  return `Caught: ${killed} of ${killed + survived} bugs, ${percent(ratio)}.${drawn}`;
}

/** Rounded down: 94.96 % is not 95 %. */
export function percent(ratio: number): string {
  return `${(Math.floor(ratio * 1000) / 10).toFixed(1)} %`;
}

/** The machine form. */
export function mutateJson(result: MutateResult): object {
  const { assignment, seed, made, ratio, stale, inPython } = result;
  return {
    schemaVersion: 1,
    assignment,
    seed,
    made,
    graded: result.mutants.length,
    ratio,
    operators: countsOf(result),
    mutants: result.mutants.map(({ mutant, outcome }) => {
      const { source: _, isLaunchOnly: __, ...about } = mutant;
      const { kind, ...more } = outcome;
      return { ...about, outcome: kind, ...more, ...(kind === 'survived' && { diff: patch(result, mutant) }) };
    }),
    inPython,
    stale: stale.map(({ entry, why }) => ({ ...entry, why })),
  };
}
