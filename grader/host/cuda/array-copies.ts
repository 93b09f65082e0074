import type { Imports } from '../module/wasi.ts';
import { type CudaArray, type CudaArrays, rowBytes, rowsOf } from './arrays.ts';
import type { Context } from './context.ts';
import { copy, copy2d, KIND } from './copy.ts';
import { CUDA } from './errors.ts';

/** Bytes of a row and rows. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Does a rectangle lie inside the array's first slice? */
function holds(array: CudaArray, x: number, y: number, { width, height }: Size): boolean {
  return x + width <= rowBytes(array) && y + height <= rowsOf(array);
}

/** Do so many bytes from there on, row after row? */
function holdsBytes(array: CudaArray, x: number, y: number, bytes: number): boolean {
  return x < rowBytes(array) && y * rowBytes(array) + x + bytes <= rowBytes(array) * rowsOf(array);
}

const placeIn = (array: CudaArray, x: number, y: number) => array.pointer + y * rowBytes(array) + x;

/** Copies from and to arrays, apart from cudaMemcpy3D. Offsets and widths are in bytes. */
export function arrayCopyCalls(context: Context, arrays: CudaArrays): Imports {
  /** The same call with and without a stream. */
  const both = (name: string, body: (...args: number[]) => number): Imports => ({
    [name]: (...args) => context.call(name, () => body(...args)),
    [`${name}Async`]: (...args) => context.call(`${name}Async`, () => body(...args)),
  });
  /** Arrays lie on the device, and a copy that says otherwise moves nothing. */
  const goesTo = (kind: number) => [KIND.hostToDevice, KIND.deviceToDevice, KIND.default].some((each) => each === kind);
  const comesFrom = (kind: number) =>
    [KIND.deviceToHost, KIND.deviceToDevice, KIND.default].some((each) => each === kind);
  const goesBetween = (kind: number) => goesTo(kind) && comesFrom(kind);

  return {
    ...both('cudaMemcpy2DToArray', (to = 0, x = 0, y = 0, from = 0, pitch = 0, width = 0, height = 0, kind = 0) => {
      const array = arrays.find(to);
      if (!array || !holds(array, x, y, { width, height })) return CUDA.invalidValue;
      if (!goesTo(kind)) return CUDA.invalidMemcpyDirection;
      const target = { address: placeIn(array, x, y), pitch: rowBytes(array) };
      return copy2d(context, target, { address: from, pitch }, width, height, kind);
    }),
    ...both('cudaMemcpy2DFromArray', (to = 0, pitch = 0, from = 0, x = 0, y = 0, width = 0, height = 0, kind = 0) => {
      const array = arrays.find(from);
      if (!array || !holds(array, x, y, { width, height })) return CUDA.invalidValue;
      if (!comesFrom(kind)) return CUDA.invalidMemcpyDirection;
      const source = { address: placeIn(array, x, y), pitch: rowBytes(array) };
      return copy2d(context, { address: to, pitch }, source, width, height, kind);
    }),
    cudaMemcpy2DArrayToArray: (
      to = 0,
      toX = 0,
      toY = 0,
      from = 0,
      fromX = 0,
      fromY = 0,
      width = 0,
      height = 0,
      kind = 0,
    ) =>
      context.call('cudaMemcpy2DArrayToArray', () => {
        const [target, source] = [arrays.find(to), arrays.find(from)];
        const size = { width, height };
        if (!target || !source || !holds(target, toX, toY, size) || !holds(source, fromX, fromY, size))
          return CUDA.invalidValue;
        if (!goesBetween(kind)) return CUDA.invalidMemcpyDirection;
        return copy2d(
          context,
          { address: placeIn(target, toX, toY), pitch: rowBytes(target) },
          { address: placeIn(source, fromX, fromY), pitch: rowBytes(source) },
          width,
          height,
          KIND.deviceToDevice,
        );
      }),
    ...both('cudaMemcpyToArray', (to = 0, x = 0, y = 0, from = 0, bytes = 0, kind = 0) => {
      const array = arrays.find(to);
      if (!array || !holdsBytes(array, x, y, bytes)) return CUDA.invalidValue;
      if (!goesTo(kind)) return CUDA.invalidMemcpyDirection;
      return copy(context, placeIn(array, x, y), from, bytes, kind);
    }),
    ...both('cudaMemcpyFromArray', (to = 0, from = 0, x = 0, y = 0, bytes = 0, kind = 0) => {
      const array = arrays.find(from);
      if (!array || !holdsBytes(array, x, y, bytes)) return CUDA.invalidValue;
      if (!comesFrom(kind)) return CUDA.invalidMemcpyDirection;
      return copy(context, to, placeIn(array, x, y), bytes, kind);
    }),
    cudaMemcpyArrayToArray: (to = 0, toX = 0, toY = 0, from = 0, fromX = 0, fromY = 0, bytes = 0, kind = 0) =>
      context.call('cudaMemcpyArrayToArray', () => {
        const [target, source] = [arrays.find(to), arrays.find(from)];
        if (!target || !source || !holdsBytes(target, toX, toY, bytes) || !holdsBytes(source, fromX, fromY, bytes))
          return CUDA.invalidValue;
        if (!goesBetween(kind)) return CUDA.invalidMemcpyDirection;
        const [into, out] = [placeIn(target, toX, toY), placeIn(source, fromX, fromY)];
        return copy(context, into, out, bytes, KIND.deviceToDevice);
      }),
  };
}
