import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why no clean root can be made here, or null. With GRADE_REQUIRE_DOCKER=1 there must be no reason. */
export const reason = whyNot();
if (reason !== null) {
  if (process.env.GRADE_REQUIRE_DOCKER === '1') throw new Error(`GRADE_REQUIRE_DOCKER=1, but ${reason}`);
  process.stderr.write(`the trial of the Gradescope package is skipped: ${reason}\n`);
}

function whyNot(): string | null {
  if (process.platform !== 'linux') return 'it needs Linux';
  if (process.getuid?.() !== 0) return 'debootstrap needs root';
  const missing = ['debootstrap', 'unshare', 'chroot'].find((tool) => spawnSync(tool, ['--version']).error);
  return missing === undefined ? null : `${missing} is not installed`;
}

export interface CleanRoot {
  readonly folder: string;
  /** Runs a command inside as root, in an environment of its own. */
  run(...command: string[]): { readonly status: number | null; readonly output: string };
  remove(): void;
}

/** What an image for autograders has, and nothing more: no Node, no compiler. */
const PACKAGES = 'ca-certificates,curl,unzip';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

export function makeCleanRoot(): CleanRoot {
  const folder = mkdtempSync(join(tmpdir(), 'grade-root-'));
  const args = ['--variant=minbase', `--include=${PACKAGES}`, 'bookworm', folder];
  const made = spawnSync('debootstrap', args, { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`debootstrap failed:\n${made.stdout.slice(-2000)}${made.stderr}`);
  // The network as this machine reaches it.
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) copyFileSync(file, join(folder, file));
  const trusted = process.env.CURL_CA_BUNDLE || CERTIFICATES;
  if (existsSync(trusted)) copyFileSync(trusted, join(folder, CERTIFICATES));
  mkdirSync(join(folder, 'autograder'));
  return {
    folder,
    run: (...command) => {
      const environment = [
        '/usr/bin/env',
        '-i',
        'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        'HOME=/root',
      ];
      const inside = ['--mount', '--pid', '--fork', `--mount-proc=${join(folder, 'proc')}`, 'chroot', folder];
      const { status, stdout, stderr } = spawnSync('unshare', [...inside, ...environment, ...command], {
        encoding: 'utf8',
        maxBuffer: 64 << 20,
      });
      return { status, output: `${stdout}${stderr}` };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
