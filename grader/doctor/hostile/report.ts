import { forTerminal } from '../../report/index.ts';
import type { Verdict } from './run.ts';

/** Machine form of `grade doctor --hostile`. */
export interface HostileReport {
  readonly schemaVersion: 1;
  readonly target: 'emulator' | 'gpu';
  readonly contained: number;
  readonly notContained: number;
  readonly cases: readonly Verdict[];
  readonly seconds: number;
}

export function reportOf(target: HostileReport['target'], cases: readonly Verdict[], seconds: number): HostileReport {
  const contained = cases.filter((verdict) => verdict.contained).length;
  const round = (value: number): number => Math.round(value * 10) / 10;
  return {
    schemaVersion: 1,
    target,
    contained,
    notContained: cases.length - contained,
    cases: cases.map((verdict) => ({ ...verdict, seconds: round(verdict.seconds) })),
    seconds: round(seconds),
  };
}

/** One line of a submission. */
export function lineOf({ id, contained, problems, about, seconds }: Verdict): string {
  const time = `${seconds.toFixed(1).padStart(5)} s`;
  const what = contained
    ? `contained      ${time}  ${id}: ${about}`
    : `NOT contained  ${time}  ${id}: ${problems.join('; ')}`;
  return forTerminal(what).replaceAll('\n', ' ');
}

export function summaryOf({ contained, notContained, seconds }: HostileReport): string {
  const all = contained + notContained;
  const time = `in ${Math.round(seconds)} s`;
  if (notContained === 0) return `All ${all} hostile submissions were contained, ${time}.`;
  return `${notContained} of ${all} hostile submissions ${notContained === 1 ? 'was' : 'were'} NOT contained, ${time}. Do not grade strangers' programs on this machine until they are; please report it.`;
}
