import { HOST_IMPORTS, type HostFunction } from '../../compile/imports/index.ts';
import type { Imports } from './wasi.ts';
import { addressOf, sizeOf, wordOf } from './words.ts';

type Given = number | bigint;

/**
 * Returns the functions of the CUDA runtime as a host module imports them: those of JavaScript get pointers and sizes as
 * numbers without a sign, in either data model.
 */
export function onNumbers(calls: Imports): Imports {
  const types = HOST_IMPORTS.get('cuda');
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => {
      const type = types?.get(name);
      return [name, type ? converted(type, call) : call];
    }),
  );
}

function converted({ meanings, returnsPointer }: HostFunction, call: Imports[string]): Imports[string] {
  const numberOf = (given: Given, index: number): number => {
    if (meanings[index] === 'pointer') return addressOf(given);
    return meanings[index] === 'size' || typeof given === 'bigint' ? sizeOf(given) : given;
  };
  const answer = (...args: Given[]) => {
    const result = call(...args.map(numberOf));
    return returnsPointer ? wordOf(Number(result)) : result;
  };
  return answer;
}
