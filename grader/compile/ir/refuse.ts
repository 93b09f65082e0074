import type { Diagnostic, SourcePosition } from '../program.ts';
import type { DebugInfo } from './debug.ts';
import { definedSymbol, type IrModule, unquote } from './module.ts';
import { RUNTIME_CALLS } from './runtime.ts';
import { closeOf } from './types.ts';

const RESERVED =
  /^(?:__emu_|emu_variable_|emu_kernel\.|__tsan_|__asyncify|asyncify_|__wasm_|__stack_pointer$|__heap_|__data_end$|__global_base$)/;

/**
 * Intrinsics that take addresses and are understood: copies are hooked, the others touch no memory of the program.
 * All that take none are arithmetic.
 */
const POINTER_INTRINSICS =
  /^llvm\.(?:mem(?:cpy|move|set)(?:\.inline)?\.|lifetime\.|invariant\.|launder\.|strip\.|va_|prefetch|assume|expect|objectsize|is\.constant|stack(?:save|restore)|ptrmask|dbg\.|annotation|ptr\.annotation|var\.annotation|experimental\.noalias)/;

/**
 * What device code of a submission may not contain, judged on the IR because that is what runs: names of the
 * emulator's own, WebAssembly intrinsics and linkage, assembly, and accesses that no hook would see. Clang itself lets
 * nearly all of it pass.
 * @param module - before the emulator's own symbols are added
 */
export function refuse(module: IrModule, debug: DebugInfo): Diagnostic[] {
  const refused: Diagnostic[] = [];
  const add = (position: SourcePosition | null, message: string, hint: string) => {
    const rule = RULE_OF.get(hint) ?? 'policy-violation';
    refused.push({
      severity: 'error',
      message,
      file: position?.file ?? debug.fileName,
      line: position?.line ?? 0,
      column: position?.column ?? 0,
      side: 'device',
      rule,
      detail: { hint },
    });
  };
  const useOf = (symbol: string): SourcePosition | null => {
    const line = module.lines.find((text) => text.startsWith('  ') && text.includes(`@${symbol}(`));
    return debug.position(/!dbg !(\d+)/.exec(line ?? '')?.[1] ?? null);
  };
  for (const line of module.lines) {
    const dbg = /!dbg !(\d+)/.exec(line)?.[1] ?? null;
    if (
      line.startsWith('module asm') ||
      /^\s.*\bcall\b.*\basm (?:sideeffect |alignstack |inteldialect |unwind )*"/.test(line)
    ) {
      add(debug.position(dbg), 'inline assembly', 'inline-assembly');
    } else if (line.startsWith('define ')) {
      const symbol = definedSymbol(line);
      if (RESERVED.test(symbol))
        add(debug.subprogram(dbg)?.position ?? null, `the name ${symbol} is reserved`, 'reserved-name');
    } else if (line.startsWith('@')) {
      const symbol = unquote(/^@(?:"[^"]*"|[-\w.$]+)/.exec(line)?.[0] ?? '');
      if (RESERVED.test(symbol)) add(null, `the name ${symbol} is reserved`, 'reserved-name');
    } else if (line.startsWith('declare ')) {
      const symbol = definedSymbol(line);
      const reason = foreign(symbol, line);
      if (reason) add(useOf(symbol), reason.message, reason.hint);
    } else if (line.startsWith('attributes ') && /"wasm-(?:import-module|import-name|export-name)"/.test(line)) {
      add(null, 'a WebAssembly import or export', 'wasm-linkage');
    }
  }
  return refused;
}

/** Hints that are not about what the product forbids. */
const RULE_OF: ReadonlyMap<string, 'compile-error'> = new Map([['undefined-function', 'compile-error']]);

/** Why a function that the submission does not define may not be called; null where it may. */
function foreign(symbol: string, line: string): { readonly message: string; readonly hint: string } | null {
  if (symbol.startsWith('llvm.wasm.'))
    return { message: `a WebAssembly intrinsic (${symbol})`, hint: 'wasm-intrinsic' };
  if (RUNTIME_CALLS.has(symbol)) return null;
  if (RESERVED.test(symbol)) return { message: `a call of ${symbol}, which is reserved`, hint: 'reserved-name' };
  if (/^mem(?:cpy|move|set)$/.test(symbol)) return null;
  const open = line.indexOf('(', line.indexOf('@'));
  const signature = `${line.slice(0, line.indexOf('@'))}${line.slice(open, closeOf(line, open))}`;
  if (!/\bptr\b/.test(signature)) return null;
  if (symbol.startsWith('llvm.')) {
    return POINTER_INTRINSICS.test(symbol) ? null : { message: `an intrinsic (${symbol})`, hint: 'wasm-intrinsic' };
  }
  return {
    message: `${plainName(symbol)} is called on the device, but is not defined there`,
    hint: 'undefined-function',
  };
}

/** The innermost name of a mangled symbol (`_ZN4mine4halfEf` is `half`). */
function plainName(symbol: string): string {
  let name = symbol;
  for (let rest = /^_ZN?[KVr]*(.*)$/.exec(symbol)?.[1] ?? ''; ; ) {
    const [, digits] = /^(\d+)/.exec(rest) ?? [];
    if (!digits) return name;
    const end = digits.length + Number(digits);
    name = rest.slice(digits.length, end);
    rest = rest.slice(end);
  }
}
