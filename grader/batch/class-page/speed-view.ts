import { wordDigits, wordNumber, wordPlural } from '../../explain/index.ts';
import { ratioHistogram } from './histogram.ts';
import type { ClassSpeed, ClassTraffic, Ranked } from './speed.ts';
import { linkTo, nameOf } from './standing.ts';

/** At each end. */
const SHOWN = 5;
/** Who loads within this factor of the median loads as much. */
const AS_MUCH = 1.05;

export function speedView(speed: ClassSpeed | null, report: string): object | null {
  if (speed === null) return null;
  const { ranked, median, tiers, gpus } = speed;
  return {
    sentence: `${wordPlural(ranked.length, 'submission')} timed on ${gpus.join(', ')}. Half of them are at least ${wordDigits(median)} times as fast as the baseline.`,
    histogram: ratioHistogram(ranked.map(({ value }) => value)),
    tiers: tiers.map(({ name, count }) => ({ name: name ?? 'none', count })),
    parts: ends(ranked, 'Fastest', 'Slowest').map(({ caption, part }) => ({
      caption,
      rows: part.map((one) => ({
        ...personOf(one, report),
        ratio: wordDigits(one.value),
        time: one.result.timing ? `${wordDigits(one.result.timing.studentMs)} ms` : '',
        tier: one.result.timing?.tier ?? 'none',
      })),
    })),
  };
}

export function trafficView(traffic: ClassTraffic | null, report: string): object | null {
  if (traffic === null) return null;
  const { ranked, median } = traffic;
  const more = ranked.filter(({ value }) => value > median * AS_MUCH);
  const less = ranked.filter(({ value }) => value < median / AS_MUCH).reverse();
  const parts = [
    { caption: `Load more: ${wordNumber(more.length)}, the most first`, part: more },
    { caption: `Load less: ${wordNumber(less.length)}, the least first`, part: less },
  ];
  return {
    sentence: `Of ${wordPlural(ranked.length, 'submission')} that passed, the median loads ${wordPlural(Math.round(median), 'sector')} of 32 bytes from global memory, over all launches of visible cases.${
      more.length + less.length === 0 ? ' All load about as much.' : ''
    }`,
    parts: parts
      .filter(({ part }) => part.length > 0)
      .map(({ caption, part }) => ({
        caption,
        rows: part.slice(0, SHOWN).map((one) => ({
          ...personOf(one, report),
          sectors: wordNumber(one.value),
          times: `${wordDigits(one.value / median)} times`,
        })),
      })),
  };
}

/** Both ends of a ranking; one list where they would meet. */
function ends(ranked: readonly Ranked[], first: string, last: string) {
  if (ranked.length <= SHOWN) return [{ caption: `${first} first`, part: ranked }];
  const rest = ranked.slice(SHOWN);
  return [
    { caption: first, part: ranked.slice(0, SHOWN) },
    { caption: last, part: rest.slice(-SHOWN).reverse() },
  ];
}

function personOf({ grade, attempt }: Ranked, report: string): { readonly name: string; readonly link: string } {
  return { name: nameOf(grade), link: linkTo(attempt, report) };
}
