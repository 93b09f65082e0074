import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CudaAddon, openCuda } from '../../../grader/device/gpu/index.ts';
import { loadAddon } from '../../../grader/platform/packaged/addon.ts';

/** Why no fake driver can be made here, or false. */
export const unavailable: string | false = whyNot();
if (unavailable) console.log(`skipped: ${unavailable}`);

function whyNot(): string | false {
  if (process.platform !== 'linux') return 'the fake CUDA driver is built on Linux only';
  if (!loadAddon('cuda')) return 'the CUDA binding is not built here: node scripts/install-native.mjs';
  if (spawnSync('gcc', ['--version']).status !== 0) return 'the fake CUDA driver needs gcc';
  return false;
}

/** A driver library of its own, with a file that gets a line for each of its calls. */
export class FakeDriver {
  readonly library: string;
  readonly #folder: string;

  /** @param old - a driver that cannot tell the parameters of kernels */
  constructor({ old = false } = {}) {
    this.#folder = mkdtempSync(join(tmpdir(), 'grade-cuda-'));
    this.library = join(this.#folder, 'libfake.so');
    const source = fileURLToPath(new URL('fake-libcuda.c', import.meta.url));
    const flags = ['-shared', '-fPIC', '-O1', '-Wall', '-Wextra', ...(old ? ['-DOLD_DRIVER'] : [])];
    const { status, stderr } = spawnSync('gcc', [...flags, '-o', this.library, source], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }

  open(): CudaAddon {
    const opened = openCuda(this.library);
    if (typeof opened === 'string') throw new Error(opened);
    return opened;
  }

  /** A module of the fake driver: its lines, as fake-libcuda.c describes them. */
  image(...lines: string[]): Uint8Array {
    return new TextEncoder().encode(`FAKE\nlog ${join(this.#folder, 'calls')}\n${lines.join('\n')}\n`);
  }

  /** Calls since the first module was loaded, each with its main arguments. */
  calls(): string[] {
    return readFileSync(join(this.#folder, 'calls'), 'utf8').trim().split('\n');
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
