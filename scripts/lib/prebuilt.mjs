// Addons that `npm run prebuilds` made for other platforms than this one.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../install-native.mjs';
import { at } from './project.mjs';

/**
 * The platforms, as Node names them, with Zig's name for the target. glibc 2.28 is that of RHEL 8 and Debian 10, which
 * Node 20 needs as well. The binding of the CUDA driver exists for Linux only.
 */
export const TARGETS = [
  { platform: 'linux', arch: 'x64', zig: 'x86_64-linux-gnu.2.28', hasCuda: true },
  { platform: 'linux', arch: 'arm64', zig: 'aarch64-linux-gnu.2.28', hasCuda: true },
  { platform: 'darwin', arch: 'arm64', zig: 'aarch64-macos.11.0-none', hasCuda: false },
  { platform: 'darwin', arch: 'x64', zig: 'x86_64-macos.11.0-none', hasCuda: false },
  { platform: 'win32', arch: 'x64', zig: 'x86_64-windows-gnu', hasCuda: false },
];

export function nameOf({ platform, arch }) {
  return `${platform}-${arch}`;
}

/** Returns the folder with the addons of a target and their stamp. */
export function outputOf(target) {
  return at('.cache', 'prebuilds', 'out', nameOf(target));
}

/** Returns a hash of the sources of the addons and of the platform. */
export function stampOf({ platform, arch }) {
  return fingerprint(platform, arch);
}

/** True if the addons of a target are there, and are made of the sources as they are now. */
export function isPrebuilt(target) {
  const stamp = join(outputOf(target), 'stamp');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(target);
}
