import type { Imports } from '../module/wasi.ts';
import type { Context } from './context.ts';
import { copy, KIND } from './copy.ts';
import { CUDA } from './errors.ts';
import { nameOnDevice } from './registered.ts';

/** `__device__` and `__constant__` variables: host code knows them by the address of a shadow of its own. */
export function symbolCalls(context: Context): Imports {
  const names = new Map<number, string>();
  const find = (shadow: number) => context.device.symbol(names.get(shadow >>> 0) ?? '');

  /** A `__managed__` variable: the shadow is the variable itself, with the value that the module gives it. */
  const adopt = (shadow: number, bytes: number) => {
    const symbol = find(shadow);
    if (!symbol || bytes === 0) return;
    context.device.read(symbol.pointer, context.memory.bytes(shadow, bytes));
    context.mapped.add('variable', shadow, bytes, symbol.pointer, 0, false);
  };

  const to = (name: string) => (shadow: number, from: number, bytes: number, offset: number, kind: number) =>
    context.call(name, () => {
      const symbol = find(shadow);
      if (!symbol) return CUDA.invalidSymbol;
      if (offset + bytes > symbol.bytes) return CUDA.invalidValue;
      if (kind !== KIND.hostToDevice && kind !== KIND.deviceToDevice && kind !== KIND.default)
        return CUDA.invalidMemcpyDirection;
      return copy(context, symbol.pointer + offset, from, bytes, kind);
    });
  const from = (name: string) => (target: number, shadow: number, bytes: number, offset: number, kind: number) =>
    context.call(name, () => {
      const symbol = find(shadow);
      if (!symbol) return CUDA.invalidSymbol;
      if (offset + bytes > symbol.bytes) return CUDA.invalidValue;
      if (kind !== KIND.deviceToHost && kind !== KIND.deviceToDevice && kind !== KIND.default)
        return CUDA.invalidMemcpyDirection;
      return copy(context, target, symbol.pointer + offset, bytes, kind);
    });

  return {
    register_variable(shadow = 0, name = 0, bytes = 0, managed = 0) {
      const isKnown = (known: string) => context.device.symbol(known) !== null;
      names.set(shadow >>> 0, nameOnDevice(context.memory.text(name >>> 0), isKnown));
      if (managed) adopt(shadow, bytes);
      return undefined;
    },
    cudaMemcpyToSymbol: (...args) => to('cudaMemcpyToSymbol')(...five(args)),
    cudaMemcpyToSymbolAsync: (...args) => to('cudaMemcpyToSymbolAsync')(...five(args)),
    cudaMemcpyFromSymbol: (...args) => from('cudaMemcpyFromSymbol')(...five(args)),
    cudaMemcpyFromSymbolAsync: (...args) => from('cudaMemcpyFromSymbolAsync')(...five(args)),
    cudaGetSymbolAddress: (result = 0, shadow = 0) =>
      context.call('cudaGetSymbolAddress', () => {
        const symbol = find(shadow);
        if (!symbol) return CUDA.invalidSymbol;
        context.memory.setWord(result, symbol.pointer);
        return CUDA.success;
      }),
    cudaGetSymbolSize: (result = 0, shadow = 0) =>
      context.call('cudaGetSymbolSize', () => {
        const symbol = find(shadow);
        if (!symbol) return CUDA.invalidSymbol;
        context.memory.setWord(result, symbol.bytes);
        return CUDA.success;
      }),
  };
}

function five(args: readonly number[]): [number, number, number, number, number] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = args;
  return [a, b, c, d, e];
}
