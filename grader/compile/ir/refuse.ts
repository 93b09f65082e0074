import type { Diagnostic, SourcePosition } from '../program.ts';
import type { DebugInfo } from './debug.ts';
import type { IrModule } from './module.ts';

/**
 * What a submission may not contain, judged on the IR because that is what runs: names of our own, WebAssembly
 * intrinsics and linkage, assembly. Clang itself lets nearly all of it pass.
 */
export function refuse(module: IrModule, debug: DebugInfo, side: 'host' | 'device'): Diagnostic[] {
  const refused: Diagnostic[] = [];
  const add = (position: SourcePosition | null, message: string, hint: string) =>
    refused.push({
      severity: 'error',
      message,
      file: position?.file ?? debug.fileName,
      line: position?.line ?? 0,
      column: position?.column ?? 0,
      side,
      rule: 'policy-violation',
      detail: { hint },
    });
  const reserved = side === 'device' ? /^@(?:__emu_|__tsan_|__asyncify)/ : /^@(?:__emu_|__tsan_|__cuda(?!_module|_register|_fatbin|_gpubin|_internal)|cuda[A-Z])/;
  for (const fn of module.functions) {
    const header = module.lines[fn.start] ?? '';
    const subprogram = debug.subprogram(/!dbg !(\d+)/.exec(header)?.[1] ?? null);
    if (reserved.test(`@${fn.name}`) && subprogram?.position) {
      add(subprogram.position, `the name ${fn.name} is reserved`, 'reserved-name');
    }
  }
  for (const line of module.lines) {
    const dbg = /!dbg !(\d+)/.exec(line)?.[1] ?? null;
    if (/^module asm|\bcall\b.* asm /.test(line)) add(debug.position(dbg), 'inline assembly', 'inline-assembly');
    else if (/\bcall\b.*@llvm\.wasm\./.test(line)) add(debug.position(dbg), 'a WebAssembly intrinsic', 'wasm-intrinsic');
    else if (/"wasm-(?:import-module|import-name|export-name)"/.test(line) && line.startsWith('attributes')) {
      add(null, 'a WebAssembly import or export', 'wasm-linkage');
    } else if (dbg && debug.isOwn(dbg)) {
      const called = /\bcall\b.*?@(__emu_\w+|__tsan_\w+)\(/.exec(line)?.[1];
      if (called) add(debug.position(dbg), `a call of ${called}, which is reserved`, 'reserved-name');
    }
  }
  return refused;
}
