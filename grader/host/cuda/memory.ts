import { HOST_ACCESS_NAMES } from '../../abi/index.ts';
import type { Imports } from '../module/wasi.ts';
import { allocateBuffer, freeBuffer } from './allocations.ts';
import { boxOf, type CudaArray, type CudaArrays, elementBytes, rowsOf, slicesOf } from './arrays.ts';
import type { Context } from './context.ts';
import { type Box, copy, copy2d, copy3d, type Extent, fill, fill2d, fill3d, KIND } from './copy.ts';
import { CUDA } from './errors.ts';
import { LARGEST_SIZE } from './properties.ts';
import type { SharedMemory } from './shared-memory.ts';
import { COPY_3D, EXTENT, PITCHED_POINTER, POINTER_ATTRIBUTES, type ValuesOf } from './structures.ts';

/** Rows of cudaMallocPitch begin at multiples of it. */
const PITCH = 512;
/** cudaInvalidDeviceId. */
const NO_DEVICE = -2;
/** cudaMemoryType. */
const MEMORY = { unregistered: 0, host: 1, device: 2, managed: 3 } as const;

type Pitched = ValuesOf<typeof PITCHED_POINTER.fields>;
type Side =
  | { readonly array: null; readonly box: Box }
  | { readonly array: CudaArray; readonly box: Box; readonly at: Box['at'] };

/** An array is not left; of pitched memory the copy itself looks. */
function isInside(side: Side, { width, height, depth }: Extent): boolean {
  if (!side.array) return true;
  const { array, at } = side;
  return at.x + width <= array.extent.width && at.y + height <= rowsOf(array) && at.z + depth <= slicesOf(array);
}

/** Memory: allocating, freeing, copying, filling. */
export function memoryCalls(context: Context, shared: SharedMemory, arrays: CudaArrays): Imports {
  const { device } = context;

  const allocate = (name: string, result: number, bytes: number) =>
    context.call(name, () => {
      if (result === 0) return CUDA.invalidValue;
      const pointer = bytes === 0 ? 0 : allocateBuffer(context, bytes)?.pointer;
      if (pointer === undefined) return CUDA.memoryAllocation;
      context.memory.setWord(result, pointer);
      if (bytes > 0) context.streamRaces?.allocated(pointer, bytes);
      return CUDA.success;
    });

  const allocatePitched = (name: string, result: number, width: number, rows: number) => {
    const pitch = Math.ceil(width / PITCH) * PITCH;
    return { pitch, code: allocate(name, result, pitch * rows) };
  };
  /** The same call with and without a stream. */
  const both = (name: string, body: (...args: number[]) => number): Imports =>
    Object.fromEntries(
      [name, `${name}Async`].map((each) => [each, (...args) => context.call(each, () => body(...args))]),
    );
  const pitched = ({ ptr, pitch, ysize }: Pitched) => ({ address: ptr, pitch, rows: ysize });
  const extentAt = (at: number) => EXTENT.read(context.memory, at);

  /** One side of cudaMemcpy3D: an array or pitched memory; null for both or neither. */
  const side = (handle: number, position: Box['at'], pointer: Pitched): Side | null => {
    const pitchedBox: Box = { ...pitched(pointer), at: position };
    if (handle === 0) return pitchedBox.address === 0 ? null : { array: null, box: pitchedBox };
    const array = arrays.find(handle);
    return array && pitchedBox.address === 0 ? { array, box: boxOf(array, pitchedBox.at), at: pitchedBox.at } : null;
  };

  return {
    cudaMalloc: (result = 0, bytes = 0) => allocate('cudaMalloc', result, bytes),
    cudaMallocAsync: (result = 0, bytes = 0) => allocate('cudaMallocAsync', result, bytes),
    cudaMallocFromPoolAsync: (result = 0, bytes = 0) => allocate('cudaMallocFromPoolAsync', result, bytes),
    cudaFree: (pointer = 0) =>
      context.call('cudaFree', () => {
        context.mapped.synchronize();
        // cudaFreeArray is there for arrays.
        if (arrays.find(pointer >>> 0)) return CUDA.invalidValue;
        const isPageLocked = shared.pinnedAt(pointer >>> 0) !== null;
        return shared.freeManaged(pointer >>> 0) ?? freeBuffer(context, pointer >>> 0, isPageLocked);
      }),
    cudaFreeAsync: (pointer = 0) =>
      context.call('cudaFreeAsync', () => {
        const buffer = context.buffers.startingAt(pointer >>> 0);
        if (buffer?.live) context.streamRaces?.touched(buffer.pointer, buffer.bytes, 'write');
        return freeBuffer(context, pointer >>> 0);
      }),
    cudaMallocPitch: (result = 0, pitchResult = 0, width = 0, height = 0) => {
      const { pitch, code } = allocatePitched('cudaMallocPitch', result, width, height);
      if (code === CUDA.success) context.memory.setWord(pitchResult, pitch);
      return code;
    },
    cudaMalloc3D: (result = 0, extent = 0) => {
      const { width, height, depth } = extentAt(extent);
      const { pitch, code } = allocatePitched('cudaMalloc3D', result, width, height * depth);
      if (code !== CUDA.success) return code;
      PITCHED_POINTER.write(context.memory, result, { pitch, xsize: width, ysize: height });
      return code;
    },
    cudaMemcpy: (to = 0, from = 0, bytes = 0, kind = 0) =>
      context.call('cudaMemcpy', () => copy(context, to, from, bytes, kind)),
    cudaMemcpyAsync: (to = 0, from = 0, bytes = 0, kind = 0) =>
      context.call('cudaMemcpyAsync', () => copy(context, to, from, bytes, kind)),
    ...both('cudaMemcpy2D', (to = 0, toPitch = 0, from = 0, fromPitch = 0, width = 0, height = 0, kind = 0) => {
      const target = { address: to, pitch: toPitch };
      return copy2d(context, target, { address: from, pitch: fromPitch }, width, height, kind);
    }),
    ...both('cudaMemcpy3D', (parameters = 0) => {
      const asked = COPY_3D.read(context.memory, parameters);
      const from = side(asked.srcArray, asked.srcPos, asked.srcPtr);
      const to = side(asked.dstArray, asked.dstPos, asked.dstPtr);
      if (!from || !to) return CUDA.invalidValue;
      const { extent } = asked;
      const elements = [from, to].flatMap(({ array }) => (array ? [elementBytes(array.channels)] : []));
      // Where an array takes part, the extent counts its elements.
      const [element = 1] = elements;
      if (elements.some((each) => each !== element)) return CUDA.invalidValue;
      if (![from, to].every((each) => isInside(each, extent))) return CUDA.invalidValue;
      return copy3d(context, to.box, from.box, { ...extent, width: extent.width * element }, asked.kind);
    }),
    ...both('cudaMemcpyPeer', (to = 0, toDevice = 0, from = 0, fromDevice = 0, bytes = 0) => {
      if (toDevice !== 0 || fromDevice !== 0) return CUDA.invalidDevice;
      return copy(context, to, from, bytes, KIND.deviceToDevice);
    }),
    cudaMemset: (pointer = 0, value = 0, bytes = 0) =>
      context.call('cudaMemset', () => fill(context, pointer, value, bytes)),
    cudaMemsetAsync: (pointer = 0, value = 0, bytes = 0) =>
      context.call('cudaMemsetAsync', () => fill(context, pointer, value, bytes)),
    ...both('cudaMemset2D', (pointer = 0, pitch = 0, value = 0, width = 0, height = 0) =>
      fill2d(context, pointer, pitch, value, width, height),
    ),
    ...both('cudaMemset3D', (pointer = 0, value = 0, extent = 0) =>
      fill3d(context, pitched(PITCHED_POINTER.read(context.memory, pointer)), value, extentAt(extent)),
    ),
    cudaMemGetInfo: (free = 0, total = 0) =>
      context.call('cudaMemGetInfo', () => {
        const all = Math.min(device.properties.totalGlobalMem, LARGEST_SIZE);
        const used = context.buffers.live.reduce((sum, buffer) => sum + buffer.bytes, 0);
        context.memory.setWord(free, Math.max(0, all - used));
        context.memory.setWord(total, all);
        return CUDA.success;
      }),
    host_access: (address = 0, bytes = 0, how = 0) => {
      const told = HOST_ACCESS_NAMES[how] ?? 'together';
      if (told === 'read') context.unwritten?.read(address >>> 0, bytes >>> 0);
      const access = told === 'copied' ? 'read' : told;
      context.mapped.accessed(address >>> 0, bytes >>> 0, access);
      context.asyncCopies?.accessed(address >>> 0, bytes >>> 0, access);
      if (access === 'together') context.streamRaces?.accessedTogether();
      return undefined;
    },
    host_object: (address = 0, bytes = 0) => {
      context.objects.told(address, bytes);
      return undefined;
    },
    cudaPointerGetAttributes: (result = 0, pointer = 0) =>
      context.call('cudaPointerGetAttributes', () => {
        const address = pointer >>> 0;
        const onDevice = device.owns(address);
        const managed = !onDevice && context.mapped.find(address)?.kind !== 'pinned' && context.mapped.find(address);
        const onHost = !onDevice && !managed && shared.pinnedAt(address);
        const type = onDevice ? MEMORY.device : managed ? MEMORY.managed : onHost ? MEMORY.host : MEMORY.unregistered;
        const known = type !== MEMORY.unregistered;
        POINTER_ATTRIBUTES.write(context.memory, result, {
          type,
          device: known ? 0 : NO_DEVICE,
          devicePointer: known ? address : 0,
          hostPointer: onDevice ? 0 : address,
        });
        return CUDA.success;
      }),
  };
}
