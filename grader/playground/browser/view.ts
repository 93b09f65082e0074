import {
  PLAYGROUND_CANCELLED,
  PLAYGROUND_PREPARING,
  PLAYGROUND_READY,
  wordPlaygroundFailure,
  wordPlaygroundLoading,
  wordPlaygroundStage,
} from '../../explain/index.ts';
import type { Stage } from './messages.ts';
import type { Language } from './program.ts';

/** What the page is doing. */
export type State =
  /** Bytes of the engine. */
  | { readonly kind: 'loading'; readonly loaded: number; readonly total: number; readonly isGrading: boolean }
  | { readonly kind: 'preparing'; readonly isGrading: boolean }
  | { readonly kind: 'ready' }
  | { readonly kind: 'grading'; readonly stage: Stage | null; readonly done: number; readonly total: number }
  | { readonly kind: 'graded'; readonly words: string }
  /** The text is none that could be graded. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string; readonly details: readonly string[] };

/** The page's elements, and what they show. */
export class View {
  /** @throws Error where the page has none of that id */
  element(id: string): HTMLElement {
    const found = document.getElementById(id);
    if (!found) throw new Error(`the page has no element ${id}`);
    return found;
  }

  button(id: string): HTMLButtonElement {
    return this.element(id) as HTMLButtonElement;
  }

  select(id: string): HTMLSelectElement {
    return this.element(id) as HTMLSelectElement;
  }

  /** Shows which language is chosen, and whether a notebook can be. */
  languages(chosen: Language, hasNotebook: boolean): void {
    const select = this.select('language');
    for (const option of select.options) if (option.value === 'ipynb') option.hidden = !hasNotebook;
    select.value = chosen;
    this.element('read-only').hidden = chosen !== 'ipynb';
  }

  state(state: State): void {
    const isGrading = state.kind === 'grading' || ('isGrading' in state && state.isGrading);
    this.button('grade').disabled = isGrading;
    this.button('cancel').hidden = !isGrading;
    document.body.dataset.state = state.kind;
    this.#failure(state.kind === 'failed' ? state : null);
    const [words, done, total] = wordsOf(state);
    if (done === null) this.#say(words);
    else this.#progress(words, done, total);
  }

  /** What was said of another exercise is no longer of interest; what is being loaded is. */
  quiet(): void {
    const { state } = document.body.dataset;
    if (state !== 'loading' && state !== 'preparing' && state !== 'grading') this.#say('');
    if (state === 'failed') this.#failure(null);
  }

  openReport(): void {
    this.element('result').hidden = false;
    this.element('report-title').focus({ preventScroll: true });
    this.element('result').scrollIntoView({ block: 'start' });
  }

  closeReport(): void {
    this.element('result').hidden = true;
  }

  /** The report is of another text than the editor's. */
  stale(isStale: boolean): void {
    this.element('stale').hidden = !isStale;
  }

  #progress(words: string, done: number, total: number): void {
    this.#say(words);
    const bar = this.element('bar') as HTMLProgressElement;
    bar.hidden = false;
    if (total > 0) bar.value = done / total;
    else bar.removeAttribute('value');
  }

  #say(words: string): void {
    this.element('bar').hidden = true;
    const status = this.element('status');
    if (status.textContent !== words) status.textContent = words;
  }

  #failure(failed: { readonly message: string; readonly details: readonly string[] } | null): void {
    this.element('failure').hidden = failed === null;
    if (!failed) return;
    const { title, text } = wordPlaygroundFailure(failed.message);
    this.element('failure-title').textContent = title;
    this.element('failure-text').textContent = text;
    const items = failed.details.map((detail) => {
      const item = document.createElement('li');
      item.textContent = detail;
      return item;
    });
    this.element('failure-details').replaceChildren(...items);
  }
}

/** @returns also how far it is; null where nothing goes on, 0 of 0 where nobody knows */
function wordsOf(state: State): readonly [words: string, done: number | null, total: number] {
  switch (state.kind) {
    case 'loading':
      return [wordPlaygroundLoading(state.loaded, state.total), state.loaded, state.total];
    case 'preparing':
      return [PLAYGROUND_PREPARING, 0, 0];
    case 'ready':
      return [PLAYGROUND_READY, null, 0];
    case 'grading':
      return [wordPlaygroundStage(state.stage, state.done, state.total), state.done, state.total];
    case 'graded':
      return [state.words, null, 0];
    case 'refused':
      return [state.message, null, 0];
    case 'cancelled':
      return [PLAYGROUND_CANCELLED, null, 0];
    case 'failed':
      return ['', null, 0];
  }
}
