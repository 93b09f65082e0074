import type { MachineOptions } from '../pipeline/engine/index.ts';
import type { LoadedConfig } from './config.ts';
import type { Io } from './io.ts';

/** Flags of every command that may use nvcc or a GPU. */
export type MachineFlags = Pick<MachineOptions, 'target' | 'nvcc' | 'sandbox' | 'sanitize'>;

/** What to use of this machine: flags, then variables, then the configuration. */
export function machineOptions(
  { target, nvcc, sandbox, sanitize }: MachineFlags,
  config: LoadedConfig,
  io: Io,
): MachineOptions {
  if (sandbox === 'none') {
    io.stderr.write(
      'warning: --sandbox none runs nvcc, and kernels on a GPU, with the rights of this user. The result records it.\n',
    );
  }
  const buildImage = io.env.GRADE_BUILD_IMAGE || config.buildImage;
  const runImage = io.env.GRADE_RUN_IMAGE || config.runImage;
  const gpu = io.env.GRADE_GPU || config.gpu;
  return {
    target,
    nvcc,
    sandbox,
    ...(sanitize && { sanitize }),
    ...(buildImage !== undefined && { buildImage }),
    ...(runImage !== undefined && { runImage }),
    ...(gpu !== undefined && { gpu }),
    ...(config.architectures && { architectures: config.architectures }),
  };
}
