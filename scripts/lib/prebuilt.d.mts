/** A platform for which addons are made, as Node names it. */
export interface Target {
  readonly platform: string;
  readonly arch: string;
  /** The target as Zig names it. */
  readonly zig: string;
  readonly hasCuda: boolean;
}

export const TARGETS: readonly Target[];
export function nameOf(target: Target): string;
export function outputOf(target: Target): string;
export function isPrebuilt(target: Target): boolean;
/** Returns a hash of the sources of the addons and of the platform. */
export function stampOf(target: Target): string;
