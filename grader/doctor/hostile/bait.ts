import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Places } from './corpus.ts';

/** The environment variable of grading processes that holds the secret too. */
export const SECRET_VARIABLE = 'GRADE_HOSTILE_SECRET';

/** Files that submissions try to make, by relative names: where they might come to lie. */
const MADE = ['made-by-a-program', 'made-by-a-shell'];

/**
 * Something to find, to change and to reach: a secret in a file and in the environment, a folder beside the
 * submissions', a port that listens. What a submission got of it, {@link Bait.taken} tells.
 */
export class Bait {
  readonly folder: string;
  readonly secret: string = randomBytes(16).toString('hex');
  readonly places: Places;
  readonly #server: Server;
  readonly #token: string;
  readonly #hostAccounts: string | null;
  #connections = 0;

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#connections += 1;
      socket.destroy();
    });
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), 'grade-hostile-')));
    this.#token = `grade-hostile-${randomBytes(8).toString('hex')}`;
    const address = server.address();
    this.places = {
      SECRET_FILE: join(this.folder, 'secret.txt').replaceAll('\\', '/'),
      OUTSIDE: join(this.folder, 'outside').replaceAll('\\', '/'),
      PORT: String(typeof address === 'object' ? address?.port : 0),
      TOKEN: this.#token,
    };
    this.#lay();
    // A line of it is nothing that a compiler says by itself.
    this.#hostAccounts = existsSync('/etc/passwd')
      ? (readFileSync('/etc/passwd', 'utf8').split('\n')[0] ?? null)
      : null;
  }

  static async lay(): Promise<Bait> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    // It must not keep the program from ending.
    server.unref();
    return new Bait(server);
  }

  /** What a submission got hold of since the last time, each a clause; everything is as before afterwards. */
  taken(said: readonly string[]): string[] {
    const taken: string[] = [];
    if (said.some((text) => text.includes(this.secret))) taken.push('it read a secret file or the environment');
    const accounts = this.#hostAccounts;
    if (accounts !== null && accounts !== '' && said.some((text) => text.includes(accounts)))
      taken.push('it read /etc/passwd');
    if (this.#connections > 0) taken.push('it reached the network');
    const changed = this.#changed();
    if (changed !== null) taken.push(`it changed files outside its sandbox (${changed})`);
    this.#connections = 0;
    if (changed !== null) this.#lay();
    return taken;
  }

  async remove(): Promise<void> {
    rmSync(this.folder, { recursive: true, force: true });
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #lay(): void {
    rmSync(this.places.OUTSIDE, { recursive: true, force: true });
    mkdirSync(this.places.OUTSIDE, { recursive: true });
    writeFileSync(this.places.SECRET_FILE, `${this.secret}\n`);
  }

  #changed(): string | null {
    const { OUTSIDE, SECRET_FILE } = this.places;
    if (!existsSync(SECRET_FILE) || readFileSync(SECRET_FILE, 'utf8') !== `${this.secret}\n`) return SECRET_FILE;
    if (!existsSync(OUTSIDE)) return OUTSIDE;
    const [first] = readdirSync(OUTSIDE);
    if (first !== undefined) return join(OUTSIDE, first);
    const elsewhere = [...MADE.map((name) => join(this.folder, name)), join(tmpdir(), this.#token)];
    return elsewhere.find((path) => existsSync(path)) ?? null;
  }
}
