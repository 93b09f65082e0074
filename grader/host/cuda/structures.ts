import type { HostMemory } from '../module/memory.ts';
import { WORD } from '../module/words.ts';

type Scalar = 'pointer' | 'size' | 'u32' | 'i32' | 'u64' | 'f32';
/** Numbers side by side, or bytes that are never read. */
type Row = { readonly i32s: number } | { readonly unused: number };
type FieldType = Scalar | Row | Structure<Fields>;
type Fields = { readonly [name: string]: FieldType };
type ValueOf<T extends FieldType> =
  T extends Structure<infer Inner> ? ValuesOf<Inner> : T extends Scalar ? number : readonly number[];
export type ValuesOf<T extends Fields> = { readonly [Name in keyof T]: ValueOf<T[Name]> };
type PartOf<T extends Fields> = {
  readonly [Name in keyof T]?: T[Name] extends Structure<infer Inner> ? PartOf<Inner> : ValueOf<T[Name]>;
};

/** The layout of a structure of C in the memory of the host program. */
export class Structure<T extends Fields> {
  readonly fields: T;
  readonly offsets: { readonly [Name in keyof T]: number };
  readonly bytes: number;
  readonly align: number;

  constructor(fields: T) {
    const offsets: Record<string, number> = {};
    let end = 0;
    let align = 1;
    for (const [name, type] of Object.entries(fields)) {
      const its = shapeOf(type);
      const offset = roundUp(end, its.align);
      offsets[name] = offset;
      end = offset + its.bytes;
      align = Math.max(align, its.align);
    }
    this.fields = fields;
    this.offsets = offsets as { [Name in keyof T]: number };
    this.bytes = roundUp(end, align);
    this.align = align;
  }

  /** Reads all fields; those of an inner structure are in an object of their own. */
  read(memory: HostMemory, at: number): ValuesOf<T> {
    const values = Object.entries(this.fields).map(([name, type]) => [
      name,
      readField(memory, type, at + (this.offsets[name] ?? 0)),
    ]);
    return Object.fromEntries(values) as ValuesOf<T>;
  }

  /** Writes the fields that `values` has. */
  write(memory: HostMemory, at: number, values: PartOf<T>): void {
    for (const [name, value] of Object.entries<unknown>(values)) {
      const type = this.fields[name];
      if (type !== undefined) writeField(memory, type, at + (this.offsets[name] ?? 0), value);
    }
  }
}

/** The bytes of each scalar, which it is aligned to. */
const BYTES: Readonly<Record<Scalar, number>> = { pointer: WORD, size: WORD, u32: 4, i32: 4, u64: 8, f32: 4 };

function shapeOf(type: FieldType): { readonly bytes: number; readonly align: number } {
  if (type instanceof Structure) return type;
  if (typeof type === 'string') return { bytes: BYTES[type], align: BYTES[type] };
  return 'i32s' in type ? { bytes: 4 * type.i32s, align: 4 } : { bytes: type.unused, align: 1 };
}

function readField(memory: HostMemory, type: FieldType, at: number): unknown {
  if (type instanceof Structure) return type.read(memory, at);
  if (typeof type === 'object')
    return 'i32s' in type ? Array.from({ length: type.i32s }, (_, index) => memory.u32(at + 4 * index) | 0) : [];
  if (type === 'pointer') return memory.pointer(at);
  if (type === 'size') return memory.size(at);
  if (type === 'u64') return Number(memory.u64(at));
  if (type === 'f32') return memory.f32(at);
  return type === 'i32' ? memory.u32(at) | 0 : memory.u32(at);
}

function writeField(memory: HostMemory, type: FieldType, at: number, value: unknown): void {
  if (type instanceof Structure) type.write(memory, at, value as PartOf<Fields>);
  else if (Array.isArray(value)) for (const [index, each] of value.entries()) memory.setU32(at + 4 * index, each);
  else if (type === 'pointer' || type === 'size') memory.setWord(at, Number(value));
  else if (type === 'u64') memory.setU64(at, BigInt(Number(value)));
  else if (type === 'f32') memory.setF32(at, Number(value));
  else memory.setU32(at, Number(value));
}

function roundUp(value: number, multiple: number): number {
  return Math.ceil(value / multiple) * multiple;
}

// The structures of native/emulator/include/emu/: a test compares sizes and offsets with what Clang makes of these.

export const DIM3 = new Structure({ x: 'u32', y: 'u32', z: 'u32' });
export const EXTENT = new Structure({ width: 'size', height: 'size', depth: 'size' });
const POSITION = new Structure({ x: 'size', y: 'size', z: 'size' });
export const PITCHED_POINTER = new Structure({ ptr: 'pointer', pitch: 'size', xsize: 'size', ysize: 'size' });
export const COPY_3D = new Structure({
  ...({ srcArray: 'pointer', srcPos: POSITION, srcPtr: PITCHED_POINTER } as const),
  ...({ dstArray: 'pointer', dstPos: POSITION, dstPtr: PITCHED_POINTER } as const),
  ...({ extent: EXTENT, kind: 'u32' } as const),
});
export const POINTER_ATTRIBUTES = new Structure({
  ...({ type: 'u32', device: 'i32', devicePointer: 'pointer', hostPointer: 'pointer' } as const),
  reserved: { unused: 8 * WORD },
});
export const FUNCTION_ATTRIBUTES = new Structure({
  ...({ sharedSizeBytes: 'size', constSizeBytes: 'size', localSizeBytes: 'size' } as const),
  ...({
    maxThreadsPerBlock: 'i32',
    numRegs: 'i32',
    ptxVersion: 'i32',
    binaryVersion: 'i32',
    cacheModeCA: 'i32',
  } as const),
  ...({ maxDynamicSharedSizeBytes: 'i32', preferredShmemCarveout: 'i32', clusterDimMustBeSet: 'i32' } as const),
  ...({ requiredClusterWidth: 'i32', requiredClusterHeight: 'i32', requiredClusterDepth: 'i32' } as const),
  ...({ clusterSchedulingPolicyPreference: 'i32', nonPortableClusterSizeAllowed: 'i32' } as const),
  reserved: { i32s: 16 },
});
export const ACCESS_POLICY_WINDOW = new Structure({
  ...({ base_ptr: 'pointer', num_bytes: 'size', hitRatio: 'f32', hitProp: 'u32', missProp: 'u32' } as const),
});
export const CHANNEL_FORMAT = new Structure({ x: 'u32', y: 'u32', z: 'u32', w: 'u32', f: 'u32' });

/** cudaResourceDesc, with each member of its union. */
export const ARRAY_RESOURCE = new Structure({ resType: 'u32', array: 'pointer' });
const MEMORY_RESOURCE = { resType: 'u32', devPtr: 'pointer', desc: CHANNEL_FORMAT } as const;
export const LINEAR_RESOURCE = new Structure({ ...MEMORY_RESOURCE, sizeInBytes: 'size' });
export const PITCHED_RESOURCE = new Structure({
  ...MEMORY_RESOURCE,
  ...({ width: 'size', height: 'size', pitchInBytes: 'size' } as const),
});
export const RESOURCE = new Structure({
  ...({ resType: 'u32', words: new Structure({ first: 'pointer', rest: { unused: 128 - WORD } }) } as const),
  flags: 'u32',
});
export const TEXTURE = new Structure({
  ...({ addressMode: { i32s: 3 }, filterMode: 'u32', readMode: 'u32', sRGB: 'i32' } as const),
  // The bits of floats.
  ...({ borderColor: { i32s: 4 }, normalizedCoords: 'i32', maxAnisotropy: 'u32', mipmapFilterMode: 'u32' } as const),
  ...({ mipmapLevelBias: 'f32', minMipmapLevelClamp: 'f32', maxMipmapLevelClamp: 'f32' } as const),
  ...({ disableTrilinearOptimization: 'i32', seamlessCubemap: 'i32' } as const),
});
export const RESOURCE_VIEW = new Structure({
  ...({ format: 'u32', width: 'size', height: 'size', depth: 'size', firstMipmapLevel: 'u32' } as const),
  ...({ lastMipmapLevel: 'u32', firstLayer: 'u32', lastLayer: 'u32', reserved: { i32s: 16 } } as const),
});

export const KERNEL_NODE = new Structure({
  ...({ func: 'pointer', gridDim: DIM3, blockDim: DIM3, sharedMemBytes: 'u32' } as const),
  ...({ kernelParams: 'pointer', extra: 'pointer' } as const),
});
export const MEMSET_NODE = new Structure({
  ...({ dst: 'pointer', pitch: 'size', value: 'u32', elementSize: 'u32', width: 'size', height: 'size' } as const),
});
export const HOST_NODE = new Structure({ fn: 'pointer', userData: 'pointer' });
export const CHILD_NODE = new Structure({ graph: 'pointer', ownership: 'u32' });
const MEMORY_POOL = new Structure({
  ...({ allocType: 'u32', handleTypes: 'u32', location: new Structure({ type: 'u32', id: 'i32' }) } as const),
  ...({ win32SecurityAttributes: 'pointer', maxSize: 'size', rest: { unused: 56 } } as const),
});
export const ALLOC_NODE = new Structure({
  ...({ poolProps: MEMORY_POOL, accessDescs: 'pointer', accessDescCount: 'size' } as const),
  ...({ bytesize: 'size', dptr: 'pointer' } as const),
});
export const CONDITIONAL_NODE = new Structure({ handle: 'u64', type: 'u32', size: 'u32', phGraph_out: 'pointer' });
export const INSTANTIATE = new Structure({
  ...({ flags: 'u64', uploadStream: 'pointer', errNode_out: 'pointer', result_out: 'u32' } as const),
});
export const UPDATE_RESULT = new Structure({ result: 'u32', errorNode: 'pointer', errorFromNode: 'pointer' });
