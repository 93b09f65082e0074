import { codeOnly } from '../compile/index.ts';
import { NEAR } from './source.ts';

/** Two arguments of a launch that stand in each other's place, by the names that the kernel's parameters have. */
export interface ExchangedArguments {
  readonly kernel: string;
  readonly line: number;
  readonly first: string;
  readonly second: string;
}

/**
 * Does a launch of a kernel hand over, as plain names, `w` where the kernel has `h`, and `h` where it has `w`? Who
 * swaps two parameters of the same type hears nothing from the compiler.
 * @returns asked for each of many findings: the source is read once, and each kernel's launches are
 */
export function exchangedIn(source: string): (kernel: string) => ExchangedArguments | null {
  let code: string | null = null;
  const known = new Map<string, ExchangedArguments | null>();
  return (kernel) => {
    const answer = known.get(kernel);
    if (answer !== undefined) return answer;
    code ??= codeOnly(source);
    const found = exchangedArguments(code, kernel);
    known.set(kernel, found);
    return found;
  };
}

function exchangedArguments(code: string, kernel: string): ExchangedArguments | null {
  if (!/^\w+$/.test(kernel)) return null;
  const definition = new RegExp(`__global__[^;{}()]{0,${NEAR}}\\b${kernel}\\s*\\(([^;{}()]{0,${NEAR}})\\)\\s*\\{`).exec(
    code,
  )?.[1];
  const parameters = definition?.split(',').map((text) => /(\w+)\s*(?:\[\s*\])?\s*$/.exec(text)?.[1] ?? '');
  if (!parameters) return null;
  for (const launch of code.matchAll(
    new RegExp(`\\b${kernel}\\s*<<<[^;{}]{0,${NEAR}}?>>>\\s*\\(([^;{}()]{0,${NEAR}})\\)`, 'g'),
  )) {
    const given = (launch[1] ?? '').split(',').map((text) => text.trim());
    if (given.length !== parameters.length) continue;
    const at = given.findIndex((name, i) => {
      const other = parameters.indexOf(name);
      return other >= 0 && other !== i && given[other] === parameters[i];
    });
    const [first, second] = [given[at], parameters[at]];
    if (!first || !second) continue;
    return { kernel, line: code.slice(0, launch.index).split('\n').length, first, second };
  }
  return null;
}
