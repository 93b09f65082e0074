import { codeOnly } from '../compile/index.ts';
import type { ExchangedArguments } from '../explain/index.ts';
import { BEGIN, WORD } from '../platform/index.ts';
import type { CaseEvidence } from './evidence.ts';
import { NEAR } from './source.ts';

/** `out`, `out.data_ptr<float>()`. */
const NAMED = new RegExp(
  String.raw`^(${WORD}+)(?:\s*(?:\.|->)\s*(?:const_|mutable_)?data(?:_ptr)?\s*(?:<[^<>]*>)?\s*\(\s*\))?$`,
);
const WHOLE = new RegExp(`^${WORD}+$`);
const LAST = new RegExp(String.raw`(${WORD}+)\s*(?:\[\s*\])?\s*$`);

/**
 * Does a launch of a kernel hand over, as plain names, `w` where the kernel has `h`, and `h` where it has `w`? Who
 * swaps two parameters of the same type hears nothing from the compiler.
 * @param cases - a kernel that changed an input in one of them may have another name in the place of `h`
 * @returns asked for each of many findings: the source is read once, and each kernel's launches are
 */
export function exchangedIn(
  source: string,
  cases: readonly Pick<CaseEvidence, 'run'>[] = [],
): (kernel: string) => ExchangedArguments | null {
  let code: string | null = null;
  const known = new Map<string, ExchangedArguments | null>();
  return (kernel) => {
    const answer = known.get(kernel);
    if (answer !== undefined) return answer;
    code ??= codeOnly(source);
    const changesInput = cases.some(({ run }) => run.modifiedInputs?.some((input) => input.kernel === kernel));
    const found = exchangedArguments(code, kernel, changesInput);
    known.set(kernel, found);
    return found;
  };
}

function exchangedArguments(code: string, kernel: string, changesInput: boolean): ExchangedArguments | null {
  if (!WHOLE.test(kernel)) return null;
  const definition = new RegExp(
    `__global__[^;{}()]{0,${NEAR}}${BEGIN}${kernel}\\s*\\(([^;{}()]{0,${NEAR}})\\)\\s*\\{`,
  ).exec(code)?.[1];
  const parameters = definition?.split(',').map((text) => LAST.exec(text)?.[1] ?? '');
  if (!parameters) return null;
  for (const launch of code.matchAll(
    new RegExp(`${BEGIN}${kernel}\\s*<<<[^;{}]{0,${NEAR}}?>>>\\s*\\(([^;{}]{0,${NEAR}})\\)\\s*;`, 'g'),
  )) {
    const given = (launch[1] ?? '').split(',').map((text) => NAMED.exec(text.trim())?.[1] ?? '');
    if (given.length !== parameters.length) continue;
    const at = given.findIndex((name, i) => {
      const other = parameters.indexOf(name);
      return other >= 0 && other !== i && (changesInput ? given[other] !== '' : given[other] === parameters[i]);
    });
    const [first, second] = [given[at], parameters[at]];
    const other = given[parameters.indexOf(first ?? '')];
    if (!first || !second || !other) continue;
    return { kernel, line: code.slice(0, launch.index).split('\n').length, first, second, other };
  }
  return null;
}
