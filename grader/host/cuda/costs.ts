import type { Imports } from '../module/wasi.ts';
import { LimitReached } from '../signals.ts';
import type { Traces } from '../traces.ts';

/** Calls that make a graph or go through all of one, and such as make anything else that stays. */
const GRAPHS =
  /^cuda(?:Graph(?:Create|Clone|Instantiate\w*|ExecUpdate|AddChildGraphNode|Upload)|StreamBeginCapture\w*)$/;
const MAKES = /^cuda(?:\w*Create\w*|Malloc\w*|HostAlloc|HostRegister|GraphAdd\w+)$/;
/** The compiler has put these beside accesses and calls of the program. */
const FREE: ReadonlySet<string> = new Set(['host_access', 'host_object']);

/** How many calls a call counts for: about how much more work it is than the least ones. */
export function costOf(name: string): number {
  if (FREE.has(name)) return 0;
  if (GRAPHS.test(name)) return 200;
  return MAKES.test(name) ? 8 : 1;
}

/**
 * What calls of the runtime may cost together. Calls are counted, and not only timed: a program that makes millions of
 * them ends in the same way on every machine.
 */
export class CallBudget {
  #left: number;

  /** @param most - cost of all calls */
  constructor(most: number) {
    this.#left = most;
  }

  /** @throws LimitReached */
  spend(cost: number): void {
    this.#left -= cost;
    if (this.#left < 0) throw new LimitReached('calls');
  }
}

/**
 * Returns the same calls, each of which spends its cost first, and has one place.
 * @param ended - runs after each of them
 */
export function charged(calls: Imports, budget: CallBudget, traces: Traces, ended: () => void): Imports {
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => {
      const cost = costOf(name);
      if (cost === 0) return [name, call];
      const answer = (...args: number[]) => {
        budget.spend(cost);
        traces.entered(answer);
        try {
          return call(...args);
        } finally {
          traces.left();
          ended();
        }
      };
      return [name, answer];
    }),
  );
}
