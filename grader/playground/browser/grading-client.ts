import { WorkerHost } from '../../platform/browser/index.ts';
import type { PlaygroundAssignment } from '../assignment.ts';
import type { Site } from '../site.ts';
import type { GradingRequest, GradingResponse } from './messages.ts';
import type { State } from './view.ts';

export interface Report {
  /** `result.json`. */
  readonly json: string;
  /** `report.html`. */
  readonly html: string;
}

export interface GradingEvents {
  onState(state: State): void;
  /** The engine is loaded. */
  onReady(): void;
}

/** The page's end of the worker that grades. */
export class Grading {
  readonly #site: Site;
  readonly #events: GradingEvents;
  #worker: Worker | null = null;
  #host: WorkerHost | null = null;
  #ids = 0;
  #graded: { readonly id: number; readonly words: string } | null = null;
  #pending: { readonly id: number; readonly resolve: (report: Report | null) => void } | null = null;

  constructor(site: Site, events: GradingEvents) {
    this.#site = site;
    this.#events = events;
  }

  get isBusy(): boolean {
    return this.#pending !== null;
  }

  /** Begins to load the engine. */
  start(): void {
    this.#open();
  }

  /** @returns null where there is no report: it was cancelled, refused, or the playground failed */
  grade(assignment: PlaygroundAssignment, fileName: string, source: string): Promise<Report | null> {
    const worker = this.#open();
    const id = this.#ids++;
    this.#graded = null;
    return new Promise((resolve) => {
      this.#pending = { id, resolve };
      this.#events.onState({ kind: 'grading', stage: null, done: 0, total: 0 });
      this.#send(worker, { kind: 'grade', id, assignment, fileName, source, seed: this.#site.seed });
    });
  }

  /** Drops the sentence that is still to come about the last report. */
  forget(): void {
    this.#graded = null;
  }

  cancel(): void {
    if (this.#worker && this.#pending) this.#send(this.#worker, { kind: 'cancel' });
  }

  #open(): Worker {
    if (this.#worker) return this.#worker;
    const base = new URL('./', location.href).href;
    const worker = new Worker(new URL(`${this.#site.app}/grading.js`, base), { type: 'module' });
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<GradingResponse>) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      this.#worker = null;
      this.#host?.close();
      const message = event.message ?? 'the engine could not be loaded';
      this.#finish({ kind: 'failed', message, details: [] }, null);
    };
    const { port1, port2: workers } = new MessageChannel();
    this.#host = new WorkerHost(port1);
    this.#send(worker, { kind: 'start', base, engine: this.#site.engine, workers }, [workers]);
    return worker;
  }

  #receive(response: GradingResponse): void {
    const isGrading = this.#pending !== null;
    switch (response.kind) {
      case 'loading':
      case 'preparing':
        this.#events.onState({ ...response, isGrading });
        break;
      case 'ready':
        if (!isGrading) this.#events.onState({ kind: 'ready' });
        this.#events.onReady();
        break;
      case 'progress':
        this.#events.onState({ ...response, kind: 'grading' });
        break;
      case 'graded': {
        const { id, json, html, note } = response;
        const words = note === null ? response.words : `${response.words} ${note}`;
        this.#graded = { id, words };
        this.#finish({ kind: 'graded', words }, { json, html });
        break;
      }
      case 'decided':
        if (this.#graded?.id === response.id) {
          this.#events.onState({ kind: 'graded', words: `${this.#graded.words} ${response.words}` });
        }
        break;
      case 'refused':
        this.#finish({ kind: 'refused', message: [response.message, ...response.details].join('\n') }, null);
        break;
      case 'cancelled':
        this.#finish({ kind: 'cancelled' }, null);
        break;
      case 'failed':
        // Of what is loaded while somebody waits for a grade, that says it too.
        if (response.id === null && isGrading) return;
        this.#finish({ kind: 'failed', message: response.message, details: response.details }, null);
        break;
    }
  }

  #finish(state: State, report: Report | null): void {
    const pending = this.#pending;
    this.#pending = null;
    this.#events.onState(state);
    pending?.resolve(report);
  }

  #send(worker: Worker, request: GradingRequest, transfer: Transferable[] = []): void {
    worker.postMessage(request, transfer);
  }
}
