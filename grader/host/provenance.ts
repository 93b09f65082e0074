import type { SiteStores, StoredBuffer } from '../device/index.ts';
import { NO_OBSERVER, type Observer, type Place } from './observer.ts';

/** What a launch stored to a buffer of the submission's own. */
export interface OwnStores extends Omit<StoredBuffer, 'pointer'> {
  readonly buffer: number;
}

interface Flow {
  readonly to: Place;
  readonly from: Place;
  /** Launches so far: later ones had no part in it. */
  readonly launches: number;
}

/** Copies kept of one run; one that makes more copies the same ways again and again. */
const MAX_FLOWS = 100_000;

/**
 * Follows bytes that kernels stored on their way, through copies, into what is judged. Which byte is a kernel's work is
 * in the states of memory, which copies carry along; this tells which launches and which lines stored it, buffer by
 * buffer.
 */
export class Provenance {
  readonly #flows: Flow[] = [];
  readonly #observer: Observer;
  /** By number of the launch. */
  readonly #stores: (readonly OwnStores[])[] = [];

  constructor(observer: Observer = NO_OBSERVER) {
    this.#observer = observer;
  }

  /** A launch has run. @param own - what it stored to buffers that are no outputs */
  launched(own: readonly OwnStores[]): void {
    this.#stores.push(own);
  }

  get launches(): number {
    return this.#stores.length;
  }

  /** Content of one place now lies in another. @param launches - how many had run then; default: now */
  copied(to: Place, from: Place, launches = this.launches): void {
    this.#observer.copied(to, from);
    const last = this.#flows.at(-1);
    if (last && last.to === to && last.from === from && last.launches === launches) return;
    if (this.#flows.length < MAX_FLOWS) this.#flows.push({ to, from, launches });
  }

  /**
   * What each launch stored to memory whose content is, at the end, in one of these places.
   * @returns one entry a launch; null for a launch that stored nothing of it
   */
  storesReaching(places: readonly Place[]): (Omit<OwnStores, 'buffer'> | null)[] {
    const until = this.#sources(places);
    return this.#stores.map((own, launch) => {
      const reaching = own.filter(({ buffer }) => launch < (until.get(buffer) ?? 0));
      return reaching.length === 0 ? null : together(reaching);
    });
  }

  /** Has a launch stored, since a copy, to the place that was copied from? */
  isStale(from: Place, launches: number): boolean {
    return this.#stores.some((own, launch) => launch >= launches && own.some(({ buffer }) => buffer === from));
  }

  /** Places that these hold content of, with how many launches may have had a part in it. */
  #sources(places: readonly Place[]): ReadonlyMap<Place, number> {
    const until = new Map<Place, number>(places.map((place) => [place, Number.POSITIVE_INFINITY]));
    for (const { to, from, launches } of this.#flows.toReversed()) {
      if (until.has(to)) until.set(from, Math.max(launches, until.get(from) ?? 0));
    }
    return until;
  }
}

/** Threads that stored to several buffers may be the same ones: of the numbers, the largest is sure. */
function together(stored: readonly OwnStores[]): Omit<OwnStores, 'buffer'> {
  return {
    threads: Math.max(...stored.map(({ threads }) => threads)),
    blocks: Math.max(...stored.map(({ blocks }) => blocks)),
    stores: addStores(stored.map(({ stores }) => stores)),
  };
}

/** Sums by site, in the order of the sites. */
export function addStores(lists: readonly (readonly SiteStores[])[]): SiteStores[] {
  const counts = new Map<number, number>();
  for (const { site, count } of lists.flat()) counts.set(site, count + (counts.get(site) ?? 0));
  return [...counts].map(([site, count]) => ({ site, count })).sort((a, b) => a.site - b.site);
}
