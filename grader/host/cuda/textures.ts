import { MAX_TEXTURES } from '../../abi/index.ts';
import type { TexelLayout, TextureObject } from '../../device/index.ts';
import type { Imports } from '../module/wasi.ts';
import { ARRAY, type CudaArrays, elementBytes, readChannels, rowBytes, rowsOf, slicesOf } from './arrays.ts';
import type { Context } from './context.ts';
import { CUDA } from './errors.ts';
import { FACTS } from './properties.ts';
import { checkDeviceRange } from './ranges.ts';
import { ARRAY_RESOURCE, LINEAR_RESOURCE, PITCHED_RESOURCE, RESOURCE, RESOURCE_VIEW, TEXTURE } from './structures.ts';

/** cudaResourceType. */
const KIND = { array: 0, linear: 2, pitched: 3 } as const;
/** Rows of the device's table: handles that differ by a multiple of it cannot be there at once. */
const ROWS = MAX_TEXTURES;
const MAX_LINEAR_ELEMENTS = 2 ** 27;
const FLOAT = 2;
const HIGHEST_ADDRESS_MODE = 3;

/** What there was to say about an object, to be asked for again. */
interface Known {
  readonly object: TextureObject;
  readonly resource: Uint8Array;
  readonly texture: Uint8Array | null;
  readonly view: Uint8Array | null;
}

const POINT = {
  addressModes: [1, 1, 1],
  linear: false,
  asFloats: false,
  normalized: false,
  border: [0, 0, 0, 0],
} as const;

/** Texture and surface objects: each is a row of a table that kernels look handles up in. */
export function textureCalls(context: Context, arrays: CudaArrays): Imports {
  const live = new Map<number, Known>();
  let last = 0;

  const add = (result: number, known: (handle: number) => Known): number => {
    if (live.size >= ROWS - 1) return CUDA.memoryAllocation;
    do last += 1;
    while ([...live.keys()].some((handle) => handle % ROWS === last % ROWS));
    const made = known(last);
    live.set(last, made);
    context.device.setTexture(made.object);
    context.memory.setU64(result, BigInt(last));
    return CUDA.success;
  };
  const find = (handle: number, kind: TextureObject['kind']): Known | null => {
    const known = live.get(Number(handle));
    return known?.object.kind === kind ? known : null;
  };
  const remove = (handle: number, kind: TextureObject['kind']): number => {
    const known = find(handle, kind);
    if (!known) return Number(handle) === 0 ? CUDA.success : CUDA.invalidValue;
    live.delete(Number(handle));
    context.device.setTexture({ ...known.object, kind: 'destroyed' });
    return CUDA.success;
  };
  const tell = (into: number, description: Uint8Array | null | undefined): number => {
    if (into === 0 || !description) return CUDA.invalidValue;
    context.memory.bytes(into, description.length).set(description);
    return CUDA.success;
  };
  const bytesAt = (at: number, bytes: number) => context.memory.bytes(at, bytes).slice();

  const createTexture = (result: number, resource: number, texture: number, view: number): number => {
    if (result === 0 || resource === 0 || texture === 0) return CUDA.invalidValue;
    // A view of an array as something else: none of these is there.
    if (view !== 0 && RESOURCE_VIEW.read(context.memory, view).format !== 0) return CUDA.notSupported;
    const layout = layoutOf(context, arrays, resource);
    if (typeof layout === 'number') return layout;
    const sampling = samplingOf(context, layout, texture);
    if (typeof sampling === 'number') return sampling;
    return add(result, (handle) => ({
      object: { ...layout, ...sampling, handle, kind: 'texture' },
      resource: bytesAt(resource, RESOURCE.bytes),
      texture: bytesAt(texture, TEXTURE.bytes),
      view: view === 0 ? new Uint8Array(RESOURCE_VIEW.bytes) : bytesAt(view, RESOURCE_VIEW.bytes),
    }));
  };
  const createSurface = (result: number, resource: number): number => {
    if (result === 0 || resource === 0) return CUDA.invalidValue;
    const { resType, array: named } = ARRAY_RESOURCE.read(context.memory, resource);
    if (resType !== KIND.array) return CUDA.invalidValue;
    const layout = layoutOf(context, arrays, resource);
    if (typeof layout === 'number') return layout;
    const array = arrays.find(named);
    if (!array || (array.flags & ARRAY.surface) === 0) return CUDA.invalidValue;
    return add(result, (handle) => ({
      object: { ...layout, ...POINT, handle, kind: 'surface' },
      resource: bytesAt(resource, RESOURCE.bytes),
      texture: null,
      view: null,
    }));
  };

  return {
    cudaCreateTextureObject: (result = 0, resource = 0, texture = 0, view = 0) =>
      context.call('cudaCreateTextureObject', () =>
        createTexture(result >>> 0, resource >>> 0, texture >>> 0, view >>> 0),
      ),
    cudaDestroyTextureObject: (handle = 0) => context.call('cudaDestroyTextureObject', () => remove(handle, 'texture')),
    cudaGetTextureObjectResourceDesc: (into = 0, handle = 0) =>
      context.call('cudaGetTextureObjectResourceDesc', () => tell(into >>> 0, find(handle, 'texture')?.resource)),
    cudaGetTextureObjectTextureDesc: (into = 0, handle = 0) =>
      context.call('cudaGetTextureObjectTextureDesc', () => tell(into >>> 0, find(handle, 'texture')?.texture)),
    cudaGetTextureObjectResourceViewDesc: (into = 0, handle = 0) =>
      context.call('cudaGetTextureObjectResourceViewDesc', () => tell(into >>> 0, find(handle, 'texture')?.view)),
    cudaCreateSurfaceObject: (result = 0, resource = 0) =>
      context.call('cudaCreateSurfaceObject', () => createSurface(result >>> 0, resource >>> 0)),
    cudaDestroySurfaceObject: (handle = 0) => context.call('cudaDestroySurfaceObject', () => remove(handle, 'surface')),
    cudaGetSurfaceObjectResourceDesc: (into = 0, handle = 0) =>
      context.call('cudaGetSurfaceObjectResourceDesc', () => tell(into >>> 0, find(handle, 'surface')?.resource)),
  };
}

/** The elements that a cudaResourceDesc names, or a CUDA error code. */
function layoutOf(context: Context, arrays: CudaArrays, resource: number): TexelLayout | number {
  const { resType: type, array: named } = ARRAY_RESOURCE.read(context.memory, resource);
  if (type === KIND.array) {
    const array = arrays.find(named);
    if (!array) return CUDA.invalidResourceHandle;
    const { shape, pointer: address, channels, extent } = array;
    return {
      ...{ shape, address, rowBytes: rowBytes(array), sliceBytes: rowBytes(array) * rowsOf(array) },
      ...{ width: extent.width, height: rowsOf(array), depth: slicesOf(array) },
      ...{ channels: channels.count, bits: channels.bits, format: channels.format },
    };
  }
  if (type !== KIND.linear && type !== KIND.pitched) return CUDA.invalidValue;
  const channels = readChannels(context, resource + LINEAR_RESOURCE.offsets.desc);
  if (!channels) return CUDA.invalidChannelDescriptor;
  const element = elementBytes(channels);
  const address = context.mapped.onDevice(named);
  const size = type === KIND.linear ? linearAt(context, resource, element) : pitchedAt(context, resource);
  const { width, height, rowBytes: pitch } = size;
  if (width === 0 || height === 0 || width > MAX_LINEAR_ELEMENTS || pitch < width * element) return CUDA.invalidValue;
  if (type === KIND.pitched && pitch % FACTS.texturePitchAlignment !== 0) return CUDA.invalidValue;
  // Whether its memory is there, and reaches so far, shows where it is read.
  if (!context.device.owns(address)) return checkDeviceRange(context, address, element, 'read');
  const buffer = context.buffers.find(address);
  if (buffer && (address - buffer.pointer) % FACTS.textureAlignment !== 0) return CUDA.invalidValue;
  return {
    ...{ ...size, address, sliceBytes: 0, depth: 1 },
    ...{ channels: channels.count, bits: channels.bits, format: channels.format },
  };
}

function linearAt({ memory }: Context, resource: number, element: number) {
  const { sizeInBytes } = LINEAR_RESOURCE.read(memory, resource);
  return { shape: 'linear', width: Math.floor(sizeInBytes / element), height: 1, rowBytes: sizeInBytes } as const;
}

function pitchedAt({ memory }: Context, resource: number) {
  const { width, height, pitchInBytes } = PITCHED_RESOURCE.read(memory, resource);
  return { shape: 'pitched', width, height, rowBytes: pitchInBytes } as const;
}

type Sampling = Pick<TextureObject, 'addressModes' | 'linear' | 'asFloats' | 'normalized' | 'border'>;

/** How a cudaTextureDesc wants elements to be read, or a CUDA error code. */
function samplingOf(context: Context, layout: TexelLayout, texture: number): Sampling | number {
  const asked = TEXTURE.read(context.memory, texture);
  const [x = 0, y = 0, z = 0] = asked.addressMode.map((mode) => mode >>> 0);
  const [r = 0, g = 0, b = 0, a = 0] = asked.borderColor.map((bits) => bits >>> 0);
  const { filterMode: filter, readMode: read } = asked;
  if ([x, y, z].some((mode) => mode > HIGHEST_ADDRESS_MODE) || filter > 1 || read > 1) return CUDA.invalidValue;
  // Conversion from sRGB is not there.
  if (asked.sRGB !== 0) return CUDA.notSupported;
  const asFloats = read === 1;
  const yieldsFloats = layout.format === FLOAT || (asFloats && layout.bits < 32);
  if (filter === 1 && !yieldsFloats) return CUDA.invalidFilterSetting;
  return {
    addressModes: [x, y, z],
    linear: filter === 1,
    asFloats,
    normalized: asked.normalizedCoords !== 0,
    border: [r, g, b, a],
  };
}
