import type { Imports } from '../module/wasi.ts';
import type { Context } from './context.ts';
import { CUDA } from './errors.ts';
import { FACTS } from './properties.ts';
import type { Stream, StreamTable } from './stream-table.ts';
import { ACCESS_POLICY_WINDOW as ACCESS_POLICY } from './structures.ts';

/** cudaStreamAttrID: hints about speed, all of them. */
const ACCESS_POLICY_WINDOW = 1;
const SYNCHRONIZATION_POLICY = 3;
const PRIORITY = 8;
/** Of a cudaStreamAttrValue. */
const VALUE_BYTES = 64;
/** cudaSyncPolicyAuto to cudaSyncPolicyBlockingSync. */
const POLICIES = { first: 1, last: 4 };
/** cudaAccessPropertyPersisting. */
const PERSISTING = 2;

/** Attributes of streams: they are kept and told, and change nothing. */
export function streamAttributeCalls(context: Context, table: StreamTable): Imports {
  const onStream = (name: string, handle: number, body: (stream: Stream) => number) =>
    context.call(name, () => {
      const stream = table.stream(handle);
      return stream ? body(stream) : CUDA.invalidResourceHandle;
    });
  const view = (at: number) => {
    const { buffer, byteOffset } = context.memory.bytes(at, VALUE_BYTES);
    return new DataView(buffer, byteOffset, VALUE_BYTES);
  };
  const set = (stream: Stream, attribute: number, at: number): number => {
    const value = view(at);
    if (attribute === ACCESS_POLICY_WINDOW) {
      const { hitRatio: ratio, missProp: miss } = ACCESS_POLICY.read(context.memory, at);
      if (!(ratio >= 0 && ratio <= 1) || miss >= PERSISTING) return CUDA.invalidValue;
    } else if (attribute === SYNCHRONIZATION_POLICY) {
      const policy = value.getUint32(0, true);
      if (policy < POLICIES.first || policy > POLICIES.last) return CUDA.invalidValue;
    } else if (attribute === PRIORITY) {
      const priority = value.getInt32(0, true);
      if (priority < FACTS.greatestPriority || priority > FACTS.leastPriority) return CUDA.invalidValue;
      stream.priority = priority;
    } else return CUDA.invalidValue;
    stream.attributes.set(attribute, context.memory.bytes(at, VALUE_BYTES).slice());
    return CUDA.success;
  };

  return {
    cudaStreamGetAttribute: (handle = 0, attribute = 0, result = 0) =>
      onStream('cudaStreamGetAttribute', handle, (stream) => {
        const at = result >>> 0;
        if (at === 0 || ![ACCESS_POLICY_WINDOW, SYNCHRONIZATION_POLICY, PRIORITY].includes(attribute))
          return CUDA.invalidValue;
        const kept = stream.attributes.get(attribute);
        context.memory.bytes(at, VALUE_BYTES).set(kept ?? new Uint8Array(VALUE_BYTES));
        if (attribute === PRIORITY) context.memory.setI32(at, stream.priority);
        else if (attribute === SYNCHRONIZATION_POLICY && !kept) context.memory.setU32(at, POLICIES.first);
        return CUDA.success;
      }),
    cudaStreamSetAttribute: (handle = 0, attribute = 0, value = 0) =>
      onStream('cudaStreamSetAttribute', handle, (stream) =>
        value === 0 ? CUDA.invalidValue : set(stream, attribute, value >>> 0),
      ),
    cudaStreamCopyAttributes: (to = 0, from = 0) =>
      onStream('cudaStreamCopyAttributes', to, (target) => {
        const source = table.stream(from);
        if (!source) return CUDA.invalidResourceHandle;
        for (const [attribute, value] of source.attributes) target.attributes.set(attribute, value);
        target.priority = source.priority;
        return CUDA.success;
      }),
  };
}
