import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { handoutFiles } from '../course/index.ts';
import { printable, textWidth, usesColor } from '../platform/index.ts';
import type { CommandInput } from './command.ts';
import { exerciseOf, lookHere } from './exercise.ts';
import { assertWritableFile, writeText } from './json.ts';

interface HandoutOptions {
  readonly html?: string;
  readonly open?: true;
  readonly assignments?: string[];
}

/** `grade handout`: what an exercise asks for, here or as a page. */
export async function handout({ args, options, io, services }: CommandInput): Promise<number> {
  const { html, open, assignments } = options as HandoutOptions;
  const here = lookHere(io, assignments);
  const { spec, folder } = exerciseOf(args[0], 'handout', here);
  // The copy that `grade start` made names the student's own file.
  const copy = args[0] === undefined ? here.exercise?.folder : undefined;
  const { markdown, linked } = handoutFiles(copy !== undefined && existsSync(join(copy, 'handout.md')) ? copy : folder);
  const { casePictures, renderHandoutPage, renderHandoutText } = await import('../course/handout/index.ts');
  if (html === undefined && open === undefined) {
    io.stdout.write(renderHandoutText(markdown, { color: usesColor(io.stdout, io.env), width: textWidth(io.stdout) }));
    return 0;
  }
  const path = html || 'grade-handout.html';
  assertWritableFile(path, '--html');
  const pictures = await casePictures(spec, folder);
  await writeText(renderHandoutPage({ title: spec.title, markdown, linked, pictures }), path, '--html');
  io.stderr.write(`Handout: ${printable(path)}\n`);
  if (open && !(await services.open(resolve(path)))) {
    io.stderr.write('warning: no program to show the page was found. Open it in a browser yourself.\n');
  }
  return 0;
}
