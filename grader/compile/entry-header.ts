import { codeOnly } from './code-only.ts';
import { definitions } from './definitions.ts';

/**
 * Returns the declaration of the entry point that comes before a source. It gives the function the symbol that the
 * grader calls, and `used` emits it even if it is inline. Where C++ requires it, the declaration repeats what the
 * definition says: `noexcept`, a C++ linkage and `__device__`.
 * @param prototype - without a semicolon
 */
export function entryHeader(prototype: string, source: string): string {
  const name = /(\w+)\s*\(/.exec(prototype)?.[1] ?? '';
  const promises = new RegExp(
    `\\b${name}\\s*\\([^(){};]*\\)\\s*(?:noexcept\\b(?!\\s*\\((?!\\s*true\\s*\\)))|throw\\s*\\(\\s*\\))`,
  );
  const onBothSides = definitions(source, name).some(
    ({ text, nested }) => !nested && text.includes('__host__') && text.includes('__device__'),
  );
  const isCpp = /\bextern\s*"C\+\+"/.test(source) && !/\bextern\s*"C"/.test(source);
  const before = `extern "${isCpp ? 'C++' : 'C'}" __attribute__((used)) ${onBothSides ? '__host__ __device__ ' : ''}`;
  const after = `${promises.test(codeOnly(source)) ? ' noexcept' : ''}${isCpp ? ` __asm__("${name}")` : ''}`;
  return `${headersOf(prototype)}${before}${prototype}${after};\n`;
}

const TYPE_HEADERS: readonly (readonly [RegExp, string])[] = [
  [/\b__half2?\b/, 'cuda_fp16.h'],
  [/\b__nv_bfloat162?\b/, 'cuda_bf16.h'],
  [/\bcu(?:Float|Double)Complex\b/, 'cuComplex.h'],
];

/** Returns the lines that include what declares the types of a prototype, beyond CUDA's own. */
export function headersOf(prototype: string): string {
  return TYPE_HEADERS.flatMap(([type, header]) => (type.test(prototype) ? [`#include <${header}>\n`] : [])).join('');
}
