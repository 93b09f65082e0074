import { bestOf, type KeptResult } from './results.ts';

/** An exercise as a student stands in it. */
export interface Step {
  readonly id: string;
  readonly title: string;
  readonly state: 'passed' | 'tried' | 'started' | 'open';
  readonly best: KeptResult | null;
  /** The number of results that there are. */
  readonly tries: number;
  /** When the last result was made, e.g. 2026-11-28T09:30:00.000Z; empty if that is not known. */
  readonly at: string;
  /** The folder that `grade start` made; null if there is none. */
  readonly folder: string | null;
}

/** Returns how a student stands in each exercise, in the order that is given. */
export function stepsOf(
  exercises: readonly { readonly id: string; readonly title: string }[],
  results: ReadonlyMap<string, readonly KeptResult[]>,
  folders: ReadonlyMap<string, string>,
): Step[] {
  return exercises.map(({ id, title }) => {
    const of = results.get(id) ?? [];
    const best = bestOf(of);
    const at = of.reduce((latest, one) => (one.at > latest ? one.at : latest), '');
    const folder = folders.get(id) ?? null;
    const state =
      best === null ? (folder === null ? 'open' : 'started') : best.verdict === 'passed' ? 'passed' : 'tried';
    return { id, title, state, best, tries: of.length, at, folder };
  });
}
