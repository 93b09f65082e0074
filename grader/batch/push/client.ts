import { setTimeout as sleep } from 'node:timers/promises';
import { InfrastructureError, messageOf, systemCode, UsageError } from '../../platform/index.ts';
import { wellFormed } from '../../report/index.ts';

/** The answer of a server, read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body, if it is JSON; otherwise its text. */
  readonly body: unknown;
}

export interface ClientOptions {
  /** The address of the server, e.g. `https://canvas.school.example`. */
  readonly base: URL;
  /** The token, which no message has in it. */
  readonly token: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Waits; tests do not. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Gets a sentence whenever the client waits for the server. */
  readonly onWait?: (text: string) => void;
}

export interface RequestOptions {
  readonly form?: URLSearchParams;
  readonly json?: unknown;
  /** True if the request can be repeated after an answer that leaves open whether it was carried out. */
  readonly repeatable?: boolean;
}

/** The longest wait for the answer to a read, and to a request that changes something. */
const READ_MS = 20_000;
const WRITE_MS = 45_000;
/** The longest time without an answer, or with faults only: the server is down. */
const DOWN_MS = 60_000;
/** Tries of one request that the server throttles or fails at. */
const TRIES = 8;
const LONGEST_WAIT_MS = 15 * 60_000;
/** Canvas begins with 700 and refuses at 0: below this, requests wait a second each. */
const LOW_QUOTA = 50;
/** Tries at a server that has never answered, if its address refuses or is not there. */
const REFUSED_TRIES = 2;
const REFUSED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH']);
const MOST_PAGES = 1_000;

/**
 * Calls one server, one request at a time. It waits as the server asks (`Retry-After`, rate limits), and repeats what
 * the server did not carry out. The token goes to this server only: no redirect is followed.
 */
export class ApiClient {
  readonly #options: ClientOptions;
  #isLow = false;
  #hasAnswered = false;
  /** The time since the last answer that was not a fault, in milliseconds. */
  #downMs = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  get(path: string): Promise<Answer> {
    return this.request('GET', path, { repeatable: true });
  }

  /** Returns the members of a list, of all its pages (RFC 8288 `Link` with `rel="next"`). */
  async list(path: string): Promise<unknown[]> {
    const members: unknown[] = [];
    let next: string | null = path;
    for (let page = 0; next !== null; page++) {
      if (page === MOST_PAGES)
        throw new InfrastructureError(`${this.#host} has more than ${MOST_PAGES} pages of ${path}.`);
      const { body, headers }: Answer = await this.get(next);
      if (!Array.isArray(body)) throw new InfrastructureError(`${this.#host} answers ${path} with no list.`);
      members.push(...body);
      next = this.#nextOf(headers.get('link'));
    }
    return members;
  }

  /**
   * Sends a request until it is carried out.
   * @throws UsageError if the server refuses it, InfrastructureError if it cannot be reached or keeps failing
   */
  async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const { signal, onWait } = this.#options;
    for (let tries = 1; ; tries++) {
      signal.throwIfAborted();
      if (this.#isLow) await this.#wait(1_000);
      const began = performance.now();
      const answer = await this.#once(method, path, options);
      const isDown = !(answer instanceof Answered) || (answer.status >= 500 && asked(answer) === null);
      this.#downMs = isDown ? this.#downMs + performance.now() - began : 0;
      const again = answer instanceof Answered ? whenAgain(answer, tries, options) : backoff(tries);
      if (answer instanceof Answered && again === null) {
        if (answer.status < 300) return answer;
        throw this.#refused(method, path, answer);
      }
      const what = answer instanceof Answered ? describe(answer) : messageOf(answer);
      if (!(answer instanceof Answered) && options.repeatable !== true) throw new Unclear(what);
      if (!(answer instanceof Answered) && !this.#hasAnswered && isRefused(answer) && tries >= REFUSED_TRIES) {
        throw this.#unreachable(`${what}. Is the address right`);
      }
      if (answer instanceof Answered) this.#hasAnswered = true;
      const isTooLong = again === null || again > LONGEST_WAIT_MS || (isDown && this.#downMs + again > DOWN_MS);
      if (tries === TRIES || isTooLong) throw this.#unreachable(what);
      if (isDown) this.#downMs += again;
      onWait?.(`${this.#host} answers ${this.#plain(what)}; the next try is in ${Math.ceil(again / 1000)} s.`);
      await this.#wait(again);
    }
  }

  get #host(): string {
    return this.#options.base.host;
  }

  async #wait(milliseconds: number): Promise<void> {
    const { wait, signal } = this.#options;
    if (wait) await wait(milliseconds, signal);
    else await sleep(milliseconds, undefined, { signal });
  }

  /** @returns the answer, or the error of a request that had none */
  async #once(method: string, path: string, { form, json, repeatable }: RequestOptions): Promise<Answered | Error> {
    const { base, token, headers, signal } = this.#options;
    const url = new URL(path, base);
    if (url.origin !== base.origin)
      throw new InfrastructureError(`${this.#host} leads to another server, ${url.host}.`);
    const timeout = new AbortController();
    const abort = (): void => timeout.abort(signal.reason);
    const most = repeatable === true ? READ_MS : WRITE_MS;
    const timer = setTimeout(() => timeout.abort(new Error(`no answer in ${most / 1000} s`)), most);
    signal.addEventListener('abort', abort);
    try {
      const response = await fetch(url, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          Accept: 'application/json',
          ...(json !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(form && { body: form }),
        ...(json !== undefined && { body: JSON.stringify(json) }),
        redirect: 'manual',
        signal: timeout.signal,
      });
      const remaining = response.headers.get('x-rate-limit-remaining');
      this.#isLow = remaining !== null && Number(remaining) < LOW_QUOTA;
      return new Answered(response.status, response.headers, parsed(await response.text()));
    } catch (error) {
      signal.throwIfAborted();
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return Object.assign(new Error(this.#plain(messageOf(cause))), { code: systemCode(cause) });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
  }

  #nextOf(link: string | null): string | null {
    for (const part of link?.split(/,(?=\s*<)/) ?? []) {
      const address = /^\s*<([^>]*)>/.exec(part)?.[1];
      if (address !== undefined && /;\s*rel="?(?:[^"]*\s)?next(?:\s[^"]*)?"?\s*(?:;|$)/.test(part)) return address;
    }
    return null;
  }

  #refused(method: string, path: string, answer: Answered): UsageError {
    const { status } = answer;
    const what = `${this.#host} answers ${this.#plain(describe(answer))} to ${method} ${path.split('?')[0]}.`;
    if (status === 401)
      return new UsageError(`${this.#host} does not accept the token (401). Is it complete, and still valid?`);
    if (status >= 300 && status < 400) {
      return new UsageError(
        `${what} It leads elsewhere, and the token is not sent there. Give that address with --url.`,
      );
    }
    if (status === 403) return new UsageError(`${what} The token does not allow this.`);
    if (status === 404) return new UsageError(`${what} Does it exist, and may the owner of the token see it?`);
    return new UsageError(what);
  }

  #unreachable(what: string): InfrastructureError {
    return new InfrastructureError(
      `${this.#host} cannot be used now: ${this.#plain(what)}. Run the same command again later: it sends only what is missing.`,
    );
  }

  /** Returns a text of the server as one line without the token. */
  #plain(text: string): string {
    return wellFormed(text.replaceAll(this.#options.token, '***')).replace(/\s+/g, ' ').slice(0, 500);
  }
}

/** Returns whether there is nothing at an address, so that it is no matter of time. */
function isRefused(error: Error): boolean {
  const { code } = error as { readonly code?: string | null };
  return typeof code === 'string' && REFUSED.has(code);
}

class Answered implements Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;

  constructor(status: number, headers: Headers, body: unknown) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/**
 * Reads the address of a server.
 * @param option - its name on the command line
 * @throws UsageError unless it is https, or http on this machine
 */
export function serverAddress(text: string, option: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal);
  if (url !== null && isSafe && url.username === '' && url.password === '') return new URL(`${url.origin}/`);
  throw new UsageError(
    `${option} ${JSON.stringify(text.replace(/\/\/[^/]*@/, '//***@'))} cannot be used. Give an address with https:// and no password, e.g. ${option} https://canvas.school.example.`,
  );
}

/**
 * Reads a token from the environment.
 * @throws UsageError if it is missing, or can be none
 */
export function tokenOf(env: NodeJS.ProcessEnv, name: string): string {
  const token = env[name]?.trim() ?? '';
  if (token === '') throw new UsageError(`The environment variable ${name} is not set. It holds the access token.`);
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new UsageError(`The environment variable ${name} holds no token: it has blanks or other characters in it.`);
}

/** Returns how long to wait before the same request, in milliseconds; `null` if it is not to be sent again. */
function whenAgain(answer: Answered, tries: number, { repeatable }: RequestOptions): number | null {
  const { status } = answer;
  if (isThrottled(answer)) return Math.max(asked(answer) ?? 0, backoff(tries));
  // 503 says that nothing was done; after another fault the request can have been carried out.
  if (status === 503 || (status >= 500 && repeatable === true)) return Math.max(asked(answer) ?? 0, backoff(tries));
  if (status >= 500) throw new Unclear(describe(answer));
  return null;
}

/** A request that may have been carried out, or not: whoever sent it has to look. */
export class Unclear extends Error {}

function isThrottled({ status, headers, body }: Answered): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  // GitHub names its limits in headers, Canvas in words.
  if (headers.get('retry-after') !== null || headers.get('x-ratelimit-remaining') === '0') return true;
  return /rate limit/i.test(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Returns how long the server asks to wait, in milliseconds; `null` if it does not say. */
function asked({ headers, body }: Answered): number | null {
  const after = headers.get('retry-after');
  if (after !== null) {
    const milliseconds = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
    return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : null;
  }
  const reset = headers.get('x-ratelimit-reset');
  // GitHub asks for a minute if a secondary limit names no time.
  if (headers.get('x-ratelimit-remaining') !== '0' || reset === null) {
    return /secondary rate limit/i.test(JSON.stringify(body)) ? 60_000 : null;
  }
  return Math.max(0, Number(reset) * 1000 - Date.now() + 1_000) || null;
}

/** 1 s, 2 s, 4 s … up to a minute. */
function backoff(tries: number): number {
  return Math.min(60_000, 1_000 * 2 ** (tries - 1));
}

function describe({ status, body }: Answered): string {
  const text = typeof body === 'string' ? body : messageIn(body);
  return text === '' ? String(status) : `${status} (${text.slice(0, 300)})`;
}

/** Returns what an error of Canvas or GitHub says. */
function messageIn(body: unknown): string {
  if (typeof body !== 'object' || body === null) return '';
  const { message, errors } = body as { message?: unknown; errors?: unknown };
  const list = Array.isArray(errors) ? errors : errors === undefined ? [] : [errors];
  const texts = list.map((one: unknown) =>
    typeof one === 'object' && one !== null && 'message' in one ? String(one.message) : JSON.stringify(one),
  );
  return [...(typeof message === 'string' ? [message] : []), ...texts].join('; ');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A page of a proxy is not worth its markup.
    return /^\s*</.test(text) ? '' : text.slice(0, 500);
  }
}
