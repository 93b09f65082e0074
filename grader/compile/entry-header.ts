import { codeOnly } from './code-only.ts';

/**
 * Returns the declaration of the entry point that comes before a source and gives it C linkage. If the definition is
 * `noexcept`, C++ requires the same of each declaration.
 * @param prototype - without a semicolon
 */
export function entryHeader(prototype: string, source: string): string {
  const name = /(\w+)\s*\(/.exec(prototype)?.[1] ?? '';
  const promises = new RegExp(`\\b${name}\\s*\\([^(){};]*\\)\\s*(?:noexcept\\b(?!\\s*\\()|throw\\s*\\(\\s*\\))`);
  return `extern "C" ${prototype}${promises.test(codeOnly(source)) ? ' noexcept' : ''};\n`;
}
