import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The real engine behind a socket of ours, which can stop answering or be cut off. */
export class Relay {
  readonly url: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'grade-relay-'));
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  silent = false;

  constructor(target: string) {
    const path = join(this.#folder, 'engine.sock');
    this.url = `unix://${path}`;
    this.#server = createServer((client) => {
      const upstream = connect(target);
      for (const socket of [client, upstream]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
      }
      client.on('data', (data) => upstream.write(data));
      upstream.on('data', (data) => this.silent || client.write(data));
      client.on('close', () => upstream.destroy());
      upstream.on('close', () => this.silent || client.destroy());
    });
    this.#server.listen(path);
  }

  cut(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
