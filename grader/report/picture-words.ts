import { wordNumber, wordPlural } from '../explain/index.ts';
import type { Pictures } from './model.ts';

export interface PictureWords {
  readonly title: string;
  readonly sentence: string;
  /** In the order of the pictures. */
  readonly images: readonly { readonly caption: string; readonly alt: string }[];
  readonly samples: readonly { readonly place: string; readonly expected: string; readonly got: string }[];
}

export function wordPictures(pictures: Pictures): PictureWords {
  const { unit, output, images, samples } = pictures;
  const sentence = differenceSentence(pictures);
  const captions = {
    input: ['Input', 'The picture that the submission is given'],
    expected: ['Expected', 'The picture that is expected'],
    got: ['Got', 'The picture that the submission made'],
    difference: [unit === 'pixel' ? 'Difference' : `Map of ${output}`, `Where the two differ. ${sentence}`],
  } as const;
  return {
    title: unit === 'pixel' ? 'The picture' : `Where ${output} is wrong`,
    sentence,
    images: images.map(({ role }) => {
      const [caption, alt] = captions[role];
      return { caption, alt };
    }),
    samples: samples.map(({ index, expected, got }) => ({
      place: placeOf(index),
      expected: wordNumber(expected),
      got: got === null ? 'never written' : wordNumber(got),
    })),
  };
}

function differenceSentence({ case: name, unit, output, elements, wrong, unwritten, largest }: Pictures): string {
  if (wrong + unwritten === 0) return `In the case ${name} every ${unit} is as expected.`;
  const by = largest > 0 ? `, by at most ${wordNumber(largest)}` : '';
  if (wrong === 0)
    return `In the case ${name}, ${share(unwritten, elements, output)} ${unwritten === 1 ? 'was' : 'were'} never written.`;
  const rest = unwritten > 0 ? `, and ${wordNumber(unwritten)} ${unwritten === 1 ? 'was' : 'were'} never written` : '';
  return `In the case ${name}, ${share(wrong, elements, output)} ${wrong === 1 ? 'is' : 'are'} wrong${by}${rest}.`;
}

/** `all 50 values of out`, `3 of the 50 values of out`. */
function share(count: number, elements: number, output: string): string {
  const total = `${wordPlural(elements, 'value')} of ${output}`;
  if (count < elements) return `${wordNumber(count)} of the ${total}`;
  return elements === 1 ? `the only value of ${output}` : `all ${total}`;
}

function placeOf(index: readonly number[]): string {
  const names = ['plane', 'row', 'column'].slice(-index.length);
  return index.map((at, i) => `${names[i] ?? 'index'} ${at}`).join(', ');
}
