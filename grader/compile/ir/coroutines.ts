import { COROUTINE_FUNCTIONS, POINTER_INT } from '../../abi/index.ts';
import { type CallGraph, reaching } from './calls.ts';
import {
  attribute,
  type Call,
  calleeOf,
  type Edit,
  edited,
  type IrModule,
  type Line,
  readBody,
  readHeader,
} from './read/index.ts';
import { declarations, waits } from './runtime.ts';

/**
 * Can every function that waits for other threads become an LLVM coroutine? Kernels can whose waiting calls all stand
 * in their own body (after inlining they nearly always do), with parameters that outlive the first wait and locals of
 * known size. Other modules leave it to Asyncify, which follows calls of any depth.
 */
export function areCoroutines(module: IrModule, graph: CallGraph, kernels: ReadonlySet<string>): boolean {
  const waiting = reaching(graph, waits);
  if (graph.indirect.size > 0) return false;
  return module.functions.every(({ name, header, body }) => {
    if (!waiting.has(name)) return true;
    const ownCallsOnly = [...(graph.callees.get(name) ?? [])].every((callee) => !waiting.has(callee));
    return (
      kernels.has(name) &&
      ownCallsOnly &&
      !header.parameters.some(({ attributes }) => attribute(attributes, 'byval')) &&
      body[0]?.kind === 'label' &&
      !body.some(changesStack)
    );
  });
}

/** True if the line has an array of variable size, or restores the stack from one. */
function changesStack(line: Line): boolean {
  if (line.kind === 'alloca') return line.count?.value.kind === 'local';
  return calleeOf(line)?.startsWith('llvm.stacksave') ?? false;
}

/** A call after which the thread may have waited. */
function waitingCall(line: Line): Call | null {
  const callee = calleeOf(line);
  return line.kind === 'call' && callee !== null && waits(callee) ? line : null;
}

/**
 * Rewrites a waiting kernel as a coroutine of LLVM's: it answers its frame when it waits for the first time, and each
 * waiting call becomes a point where it is left and gone on with. The runtime's half is native/emulator/runtime/coroutine.c.
 * @param header - the line of its `define`
 * @param body - its lines, without `}`
 */
export function toCoroutine(header: string, body: readonly string[]): string[] {
  const lines: Line[] = readBody(body);
  const out: string[] = [];
  const lastPart = lastParts(lines);
  let points = 0;
  let begun = false;
  for (const line of lines) {
    if (line.kind !== 'label' && !begun && line.kind !== 'alloca') {
      out.push(...BEGIN);
      begun = true;
    }
    const call = waitingCall(line);
    if (call) {
      const { text, result, type, argsAt, argsEnd } = call;
      const point = points++;
      const callee = calleeOf(call) ?? '';
      const args = text.slice(argsAt, argsEnd);
      out.push(
        ...(callee === '__emu_spin' ? spin(point, args) : [`  call void @${awaiting(callee)}(${args})`]),
        `  %emu.left${point} = call i8 @llvm.coro.suspend(token none, i1 false)`,
        `  switch i8 %emu.left${point}, label %emu.leave [i8 0, label %emu.goon${point} i8 1, label %emu.leave]`,
        `emu.goon${point}:`,
      );
      if (result) out.push(`  ${result} = call ${type.text} @__emu_awaited()`);
    } else if (line.kind === 'ret' && line.operand === null)
      out.push('  call void @__emu_finished()', '  br label %emu.leave');
    else out.push(withParts(line, lastPart));
  }
  return [coroutineHeader(header), ...out, ...END];
}

/** Returns the label of the last part of each block that is divided. */
function lastParts(lines: readonly Line[]): ReadonlyMap<string, string> {
  const lastPart = new Map<string, string>();
  let block = '';
  let points = 0;
  for (const line of lines) {
    if (line.kind === 'label') block = line.name;
    else if (waitingCall(line)) lastPart.set(block, `emu.goon${points++}`);
  }
  return lastPart;
}

function coroutineHeader(text: string): string {
  const { result, resultAt, groups, attachments, open } = readHeader(text);
  const [group] = groups;
  const at = group ? group.at - 1 : (attachments[0]?.at ?? open - 1);
  return edited(text, [
    { at: resultAt, end: resultAt + result.text.length, text: 'ptr' },
    { at, end: at, text: ' presplitcoroutine' },
  ]);
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
  `  %emu.bytes = call ${POINTER_INT} @llvm.coro.size.${POINTER_INT}()`,
  `  %emu.memory = call ptr @__emu_frame(${POINTER_INT} %emu.bytes)`,
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
  `declare ${POINTER_INT} @llvm.coro.size.${POINTER_INT}()`,
  'declare ptr @llvm.coro.begin(token, ptr)',
  'declare i8 @llvm.coro.suspend(token, i1)',
  'declare void @llvm.coro.end(ptr, i1, token)',
  ...declarations(COROUTINE_FUNCTIONS),
];

function awaiting(callee: string): string {
  return `__emu_await_${callee.slice('__emu_'.length)}`;
}

/** Returns a line whose values come from the ends of divided blocks, if it is a phi. */
function withParts(line: Line, lastPart: ReadonlyMap<string, string>): string {
  if (line.kind !== 'phi') return line.text;
  const edits = line.incoming.flatMap(({ label }): Edit[] => {
    const part = lastPart.get(label.name);
    return part === undefined ? [] : [{ at: label.at, end: label.at + label.text.length, text: `%${part}` }];
  });
  return edited(line.text, edits);
}
