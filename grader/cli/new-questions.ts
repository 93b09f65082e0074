import {
  aboutKind,
  fieldsOf,
  functionOf,
  KIND_NAMES,
  kindOf,
  readRequest,
  type ScaffoldFlags,
  titleOf,
} from '../authoring/scaffold/index.ts';
import { printable, UsageError } from '../platform/index.ts';
import { InputEnded, type Terminal } from './terminal.ts';

/**
 * Asks for what flags did not say; an empty line takes what stands in brackets. What cannot be is asked again.
 * @returns null where the answers were not confirmed
 */
export async function askForAssignment(flags: ScaffoldFlags, { ask, say }: Terminal): Promise<ScaffoldFlags | null> {
  const kind = flags.kind ?? (await askForKind({ ask, say }));
  const title = flags.title ?? (await withDefault(ask, 'Title', titleOf(flags.id)));
  const name = flags.function ?? (await withDefault(ask, 'C function that students write', functionOf(flags.id)));
  let answers: ScaffoldFlags = { ...flags, kind, title, function: name };
  if (flags.inputs.length + flags.outputs.length + flags.scalars.length === 0) {
    answers = await askForFields(answers, { ask, say });
  }
  const { inputs, outputs, extents, factors, numbers, function: chosen } = readRequest(answers);
  const parameters = [...inputs, ...outputs, ...factors, ...numbers].map((field) => field.name);
  const own = fieldsOf(kindOf(kind)) === null ? '…' : [...parameters, ...extents].join(', ');
  say(`\nvoid ${chosen}(${own}), a ${kind}\n`);
  const sure = await ask('Write it? [Y/n] ');
  return /^\s*(y(es)?)?\s*$/i.test(sure) ? answers : null;
}

async function askForKind({ ask, say }: Terminal): Promise<string> {
  say('What does it teach?\n');
  KIND_NAMES.forEach((name, index) => {
    say(`  ${index + 1}  ${name.padEnd(10)} ${aboutKind(name)}\n`);
  });
  return untilRight({ ask, say }, async () => {
    const answer = await withDefault(ask, 'Kind', '1');
    return kindOf(KIND_NAMES[Number(answer) - 1] ?? answer);
  });
}

async function askForFields(flags: ScaffoldFlags, { ask, say }: Terminal): Promise<ScaffoldFlags> {
  const defaults = fieldsOf(kindOf(flags.kind ?? 'map'));
  if (defaults === null) return flags;
  say('Arrays as NAME:TYPE:EXTENT,EXTENT and numbers as NAME:TYPE:VALUE, several with blanks; "-" for none.\n');
  return untilRight({ ask, say }, async () => {
    const answers = {
      ...flags,
      inputs: await severalOf(ask, 'Inputs', defaults.inputs),
      outputs: await severalOf(ask, 'Outputs', defaults.outputs),
      scalars: await severalOf(ask, 'Numbers', defaults.scalars),
    };
    readRequest(answers);
    return answers;
  });
}

async function untilRight<T>({ say }: Terminal, attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof UsageError) || error instanceof InputEnded) throw error;
      say(`${printable([error.message, ...error.details].join('\n  '))}\n`);
    }
  }
}

async function withDefault(ask: Terminal['ask'], question: string, value: string): Promise<string> {
  return (await ask(`${question} [${value}]: `)).trim() || value;
}

async function severalOf(ask: Terminal['ask'], question: string, values: readonly string[]): Promise<string[]> {
  const answer = await withDefault(ask, question, values.join(' ') || '-');
  return answer === '-' ? [] : answer.split(/\s+/);
}
