import type { MachineOptions } from '../pipeline/engine/index.ts';
import type { LoadedConfig } from './config.ts';
import type { Io } from './io.ts';
import { gpuSettings } from './machine-settings.ts';

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
  return {
    target,
    nvcc,
    sandbox,
    ...(sanitize && { sanitize }),
    ...gpuSettings(io, config),
  };
}
