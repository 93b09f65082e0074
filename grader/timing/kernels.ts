import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CudaAddon, type Handle, isDriverError } from '../device/gpu/index.ts';
import { packageRoot } from '../platform/index.ts';
import type { BasicTypeName, ElementTypeName } from '../spec/index.ts';
import type { FillRange, Sample } from './inputs.ts';

const FOLDER = join(packageRoot, 'native', 'cuda');
/** Machine code of the usual GPUs first: for PTX, the driver needs a tenth of a second. */
const IMAGES = ['kernels.fatbin', 'kernels.ptx'] as const;
const BLOCK = 256;
/** Enough to keep any GPU busy; each thread goes on in strides. */
const BLOCKS = 4096;
const KERNELS: Readonly<Record<BasicTypeName, string>> = {
  uint8: 'fill_uint8',
  int32: 'fill_int32',
  uint32: 'fill_int32',
  float32: 'fill_float32',
  float64: 'fill_float64',
};

export interface FillRequest {
  readonly type: ElementTypeName;
  readonly count: number;
  readonly key: number;
  readonly range: FillRange;
}

/** Elements of an array on the GPU, to be copied to another place there. */
export interface GatherRequest {
  readonly from: Handle;
  /** Bytes of an element: 1, 4 or 8. */
  readonly size: number;
  /** Number of elements there. */
  readonly count: number;
  readonly sample: Sample;
}

/** Our own kernels that make arrays on the GPU and take samples of them, loaded into the current context. */
export class GraderKernels {
  readonly #addon: CudaAddon;
  readonly #module: Handle;

  constructor(addon: CudaAddon) {
    this.#addon = addon;
    this.#module = loadFirst(addon);
  }

  /** Queues it. @returns the CUresult of the launch */
  fill(to: Handle, { type, count, key, range }: FillRequest, stream: Handle): number {
    if (count === 0) return 0;
    const args = new DataView(new ArrayBuffer(40));
    args.setBigUint64(0, to, true);
    args.setBigUint64(8, BigInt(count), true);
    args.setUint32(16, key, true);
    if (range.kind === 'real') {
      args.setFloat64(24, range.min, true);
      args.setFloat64(32, range.max, true);
    } else {
      args.setBigInt64(24, BigInt(range.low), true);
      args.setBigUint64(32, BigInt(range.count), true);
    }
    const kernel = this.#addon.function(this.#module, KERNELS[type as BasicTypeName]);
    const blocks = Math.min(BLOCKS, Math.ceil(count / BLOCK));
    return this.#addon.launch(kernel, [blocks, 1, 1], [BLOCK, 1, 1], 0, stream, new Uint8Array(args.buffer));
  }

  /** Queues a copy of the sample's elements to `to`, next to each other. @returns the CUresult of the launch */
  gather(to: Handle, { from, size, count, sample }: GatherRequest, stream: Handle): number {
    if (count === 0 || sample.count === 0) return 0;
    const args = new DataView(new ArrayBuffer(32));
    args.setBigUint64(0, to, true);
    args.setBigUint64(8, from, true);
    args.setBigUint64(16, BigInt(count), true);
    args.setUint32(24, sample.key, true);
    args.setUint32(28, sample.count, true);
    const kernel = this.#addon.function(this.#module, `gather_${8 * size}`);
    const blocks = Math.min(BLOCKS, Math.ceil(sample.count / BLOCK));
    return this.#addon.launch(kernel, [blocks, 1, 1], [BLOCK, 1, 1], 0, stream, new Uint8Array(args.buffer));
  }

  unload(): void {
    this.#addon.unloadModule(this.#module);
  }
}

/** Loads the first image that this driver and this GPU take. */
function loadFirst(addon: CudaAddon): Handle {
  const [machineCode, ptx] = IMAGES.map((file) => readFileSync(join(FOLDER, file)));
  if (!machineCode || !ptx) throw new Error(`the grader's kernels are missing: ${IMAGES.join(', ')} in ${FOLDER}`);
  try {
    return addon.loadModule(machineCode).module;
  } catch (error) {
    if (!isDriverError(error)) throw error;
    return addon.loadModule(ptx).module;
  }
}
