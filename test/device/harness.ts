import { Compiler, type DeviceProgram } from '../../grader/compile/index.ts';
import type { Dim3, LaunchOutcome } from '../../grader/device/device.ts';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../grader/device/emulator/index.ts';

/** Compiles kernels as a submission is compiled. Lines of the source that end in `// @name` can be asked for by name. */
export async function compileKernels(
  source: string,
  {
    heapBytes = 2 ** 24,
    ...more
  }: { readonly heapBytes?: number; readonly hostBytes?: number; readonly relocatableDeviceCode?: boolean } = {},
): Promise<{ program: DeviceProgram; line(name: string): number }> {
  const compiler = new Compiler();
  try {
    const options = { prototype: 'void entry(void)', heapBytes, ...more, timeoutMs: 280_000 };
    const result = await compiler.compile(`${source}\nvoid entry(void) {}\n`, 'kernels.cu', options);
    if (result.status !== 'compiled') throw new Error(JSON.stringify(result.diagnostics));
    const lines = source.split('\n');
    const line = (name: string) => {
      const index = lines.findIndex((text) => text.endsWith(`// @${name}`));
      if (index < 0) throw new Error(`no line is marked ${name}`);
      return index + 1;
    };
    return { program: result.device, line };
  } finally {
    await compiler.dispose();
  }
}

export interface Launch {
  readonly grid?: number | Dim3;
  readonly block?: number | Dim3;
  readonly dynamicSharedBytes?: number;
  readonly counters?: boolean;
  readonly cooperative?: boolean;
  readonly cluster?: Dim3;
  readonly nonPortableCluster?: true;
  readonly launchesLeft?: number;
}

/** A device with the kernels of one program; arguments are pointers and 32-bit integers. */
export class Bench {
  readonly device: Emulator;
  readonly #program: DeviceProgram;

  constructor(program: DeviceProgram, options: Partial<EmulatorOptions> = {}) {
    this.#program = program;
    this.device = createEmulator(program, { layoutSeed: 1, deviceSteps: 1e9, ...options });
  }

  /** A buffer of `count` 32-bit words; filled with 0, 1, 2 … unless it is an output. */
  words(count: number, role: 'input' | 'output' = 'input'): number {
    return this.bytes(4 * count, role, new Uint8Array(Uint32Array.from({ length: count }, (_, i) => i).buffer));
  }

  bytes(count: number, role: 'input' | 'output' = 'input', content = new Uint8Array(count)): number {
    const pointer = this.device.alloc(count, role === 'input' ? 'in' : 'out', role);
    if (pointer === null) throw new Error('out of device memory');
    if (role === 'input') this.device.write(pointer, content);
    return pointer;
  }

  launch(
    name: string,
    args: readonly number[],
    { grid = 1, block = 1, dynamicSharedBytes = 0, counters = false, cooperative = false, ...more }: Launch = {},
  ): LaunchOutcome {
    const kernel = this.#program.kernels.find((candidate) => candidate.name === name);
    if (!kernel) throw new Error(`no kernel ${name}`);
    const bytes = new Uint8Array(kernel.argumentBytes);
    const view = new DataView(bytes.buffer);
    for (const [index, value] of args.entries())
      view.setUint32(kernel.parameters[index]?.offset ?? 0, value >>> 0, true);
    const dim = (size: number | Dim3): Dim3 => (typeof size === 'number' ? [size, 1, 1] : size);
    return this.device.launch({
      kernel: kernel.mangled,
      grid: dim(grid),
      block: dim(block),
      dynamicSharedBytes,
      counters,
      cooperative,
      ...more,
      args: bytes,
    });
  }

  /** Rules of what was seen, with detail where there is one. */
  rules(): string[] {
    return this.device.takeFaults().map(({ rule, detail }) => (detail ? `${rule} ${detail}` : rule));
  }

  ints(pointer: number, count: number): number[] {
    const bytes = new Uint8Array(4 * count);
    this.device.read(pointer, bytes);
    return [...new Int32Array(bytes.buffer)];
  }
}
