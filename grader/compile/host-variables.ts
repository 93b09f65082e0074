import { hostUsesOfDeviceVariables } from '../syntax/index.ts';
import { codeOnly } from './code-only.ts';
import type { Diagnostic } from './program.ts';
import type { SourceFile } from './source-file.ts';
import { positionAt } from './text-position.ts';

const DECLARED = /\b__(?:device|constant)__\b[^;(){}=[]*?\b([A-Za-z_]\w*)\s*[;=[{,]/g;
/** Calls of the runtime that take the name for the variable of the device. */
const SYMBOL_CALL = /\bcuda\w*Symbol\w*\s*(?:<[^<>;]*>\s*)?\([^;]*;/g;

/**
 * Returns a warning for each use of a `__device__` or `__constant__` variable in host code. nvcc has the same (20091-D): what
 * the host loads or stores there is a variable of its own.
 * @param dump - writes the syntax tree, which takes long; `null` if the source does not compile
 */
export function hostVariables(source: SourceFile, dump: () => string | null): Diagnostic[] {
  if (!mayUse(source.text)) return [];
  const json = dump();
  if (json === null) return [];
  return hostUsesOfDeviceVariables(json, source.text, source.virtualName).map(({ name, does, at }) => ({
    severity: 'warning',
    message: `host code ${does} ${name}, a variable of the device`,
    ...positionAt(source.text, at, source.fileName),
    side: 'host',
    rule: 'compile-warning',
    detail: { hint: does === 'reads' ? 'host-reads-variable' : 'host-writes-variable' },
  }));
}

/** Whether a name of such a variable stands in host code at all, outside of the calls that are made for it. */
function mayUse(text: string): boolean {
  const code = codeOnly(text);
  const names = [...code.matchAll(DECLARED)].map(([, name]) => name);
  if (names.length === 0) return false;
  const host = withoutKernels(code).replace(DECLARED, ';').replace(SYMBOL_CALL, ';');
  return names.some((name) => new RegExp(`\\b${name}\\b`).test(host));
}

/** Returns the code without the bodies of kernels and of functions for the device alone. */
function withoutKernels(code: string): string {
  let kept = '';
  let since = 0;
  for (let at = 0; at < code.length; at++) {
    if (!'{};'.includes(code[at] ?? '')) continue;
    const begun = code.slice(since, at);
    const isBody = code[at] === '{' && begun.includes('(') && /\b__(?:global|device)__\b/.test(begun);
    kept += begun;
    if (isBody) at = endOfBlock(code, at);
    since = at;
  }
  return kept + code.slice(since);
}

function endOfBlock(code: string, start: number): number {
  let depth = 0;
  for (let at = start; at < code.length; at++) {
    if (code[at] === '{') depth++;
    if (code[at] === '}' && --depth === 0) return at;
  }
  return code.length;
}
