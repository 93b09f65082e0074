import { wordNumber, wordPlural } from '../wording/index.ts';
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

function differenceSentence({
  case: name,
  unit,
  output,
  width,
  height,
  elements,
  wrong,
  unwritten,
  largest,
}: Pictures): string {
  const total = unit === 'pixel' ? 'values' : `${unit}s`;
  const of = `of the ${wordNumber(elements)} ${total} of ${output} (${wordPlural(height, 'row')} of ${wordNumber(width)})`;
  if (wrong + unwritten === 0) return `In the case ${name} every pixel is as expected.`;
  const parts = [
    ...(wrong > 0
      ? [
          `${wordNumber(wrong)} ${wrong === 1 ? 'is' : 'are'} wrong${largest > 0 ? `, by at most ${wordNumber(largest)}` : ''}`,
        ]
      : []),
    ...(unwritten > 0 ? [`${wordNumber(unwritten)} ${unwritten === 1 ? 'was' : 'were'} never written`] : []),
  ];
  return `In the case ${name}, ${of}, ${parts.join('; ')}.`;
}

function placeOf(index: readonly number[]): string {
  const names = ['plane', 'row', 'column'].slice(-index.length);
  return index.map((at, i) => `${names[i] ?? 'index'} ${at}`).join(', ');
}
