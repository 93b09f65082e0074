import { COROUTINE_FUNCTIONS } from '../../abi/index.ts';
import { type CallGraph, reaching } from './calls.ts';
import { type IrModule, unquote } from './module.ts';
import { declarations, waits } from './runtime.ts';

/**
 * Can every function that waits for other threads become an LLVM coroutine? Kernels can whose waiting calls all stand
 * in their own body (after inlining they nearly always do), with parameters that outlive the first wait and locals of
 * known size. Other modules leave it to Asyncify, which follows calls of any depth.
 */
export function areCoroutines(module: IrModule, graph: CallGraph, kernels: ReadonlySet<string>): boolean {
  const waiting = reaching(graph, waits);
  if (graph.indirect.size > 0) return false;
  return module.functions.every((fn) => {
    if (!waiting.has(fn.name)) return true;
    const header = module.lines[fn.start] ?? '';
    const body = module.lines.slice(fn.start + 1, fn.end);
    const ownCallsOnly = [...(graph.callees.get(fn.name) ?? [])].every((callee) => !waiting.has(callee));
    return (
      kernels.has(fn.name) &&
      ownCallsOnly &&
      !header.includes('byval(') &&
      LABEL.test(body[0] ?? '') &&
      !body.some((line) => /\bllvm\.stacksave\b|= alloca .*, i\d+ %/.test(line))
    );
  });
}

const LABEL = /^("[^"]*"|[-\w.$]+):/;
const WAITING_CALL =
  /^\s+(?:(%(?:"[^"]*"|[-\w.$]+)) = )?(?:tail )?call (?:[a-z_]+(?:\([^)]*\))? )*?(\S+) @(__emu_\w+)\((.*)\)(?: #\d+)?(?:, ![^)]*)?$/;

/**
 * Rewrites a waiting kernel as a coroutine of LLVM's: it answers its frame when it waits for the first time, and each
 * waiting call becomes a point where it is left and gone on with. The runtime's half is native/emulator/runtime/coroutine.c.
 * @param header - the line of its `define`
 * @param body - its lines, without debug locations; `}` last
 */
export function toCoroutine(header: string, body: readonly string[]): string[] {
  const lines: string[] = [];
  /** Labels of the last part of each block that was divided. */
  const lastPart = new Map<string, string>();
  let block = '';
  let points = 0;
  let begun = false;
  for (const line of body) {
    const label = LABEL.exec(line)?.[1];
    if (label !== undefined) block = unquote(`%${label}`);
    else if (!begun && !/= alloca /.test(line)) {
      lines.push(...BEGIN);
      begun = true;
    }
    const call = WAITING_CALL.exec(line);
    if (call?.[3] && waits(call[3])) {
      const [, result, type, callee, args] = call;
      const point = points++;
      lines.push(
        ...(callee === '__emu_spin' ? spin(point, args ?? '') : [`  call void @${awaiting(callee)}(${args})`]),
        `  %emu.left${point} = call i8 @llvm.coro.suspend(token none, i1 false)`,
        `  switch i8 %emu.left${point}, label %emu.leave [i8 0, label %emu.goon${point} i8 1, label %emu.leave]`,
        `emu.goon${point}:`,
      );
      if (result) lines.push(`  ${result} = call ${type} @__emu_awaited()`);
      lastPart.set(block, `emu.goon${point}`);
    } else if (/^\s+ret void/.test(line)) lines.push('  call void @__emu_finished()', '  br label %emu.leave');
    else if (line !== '}') lines.push(line);
  }
  return [
    header.replace(/ void @/, ' ptr @').replace(/( #\d+)?( \{)$/, ' presplitcoroutine$1$2'),
    ...lines.map((line) => (/^\s+%\S+ = phi /.test(line) ? incoming(line, lastPart) : line)),
    ...END,
  ];
}

/** Most turns of a spinning loop go on at once. */
function spin(point: number, args: string): string[] {
  return [
    `  %emu.turns${point} = call i32 @__emu_await_spin(${args})`,
    `  %emu.yields${point} = icmp ne i32 %emu.turns${point}, 0`,
    `  br i1 %emu.yields${point}, label %emu.yield${point}, label %emu.goon${point}`,
    `emu.yield${point}:`,
  ];
}

const BEGIN = [
  '  %emu.id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)',
  '  %emu.bytes = call i32 @llvm.coro.size.i32()',
  '  %emu.memory = call ptr @__emu_frame(i32 %emu.bytes)',
  '  %emu.frame = call noalias ptr @llvm.coro.begin(token %emu.id, ptr %emu.memory)',
];
const END = [
  'emu.leave:',
  '  call void @llvm.coro.end(ptr %emu.frame, i1 false, token none)',
  '  ret ptr %emu.frame',
  '}',
];

/** What a module with coroutines declares. */
export const COROUTINE_DECLARATIONS = [
  'declare token @llvm.coro.id(i32, ptr, ptr, ptr)',
  'declare i32 @llvm.coro.size.i32()',
  'declare ptr @llvm.coro.begin(token, ptr)',
  'declare i8 @llvm.coro.suspend(token, i1)',
  'declare void @llvm.coro.end(ptr, i1, token)',
  ...declarations(COROUTINE_FUNCTIONS),
];

function awaiting(callee: string): string {
  return callee.replace(/^__emu_/, '__emu_await_');
}

/** A phi's incoming values come from the end of a divided block. */
function incoming(line: string, lastPart: ReadonlyMap<string, string>): string {
  return line.replace(/, (%(?:"[^"]*"|[-\w.$]+)) \]/g, (whole, label: string) => {
    const part = lastPart.get(unquote(label));
    return part === undefined ? whole : `, %${part} ]`;
  });
}
