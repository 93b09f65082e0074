import { PLAYGROUND_NO_PROGRAM } from '../../explain/index.ts';
import type { PlaygroundAssignment } from '../assignment.ts';
import type { ListedAssignment, Site } from '../site.ts';
import { createEditor } from './editor.ts';
import { Grading } from './grading-client.ts';
import { renderHandout } from './handout.ts';
import { Kept } from './kept.ts';
import { keepOffline, whenControlled } from './offline.ts';
import { isLanguage, Program } from './program.ts';
import { showReport } from './report.ts';
import { View } from './view.ts';

/** Entry of the page: an exercise, an editor, and the report of what was graded last. */
const site = JSON.parse(document.getElementById('site')?.textContent ?? '') as Site;
const view = new View();
const kept = new Kept();
const editor = createEditor(view.element('editor'), { onChange: changed, onGrade: () => void grade() });
let open: PlaygroundAssignment | null = null;
let program: Program | null = null;
let gradedText: string | null = null;

const grading = new Grading(site, {
  onState: (state) => view.state(state),
  onReady: () => keepOffline(),
});

const choose = view.select('assignment');
choose.addEventListener('change', () => void openAssignment(choose.value));
view.button('grade').addEventListener('click', () => void grade());
view.button('cancel').addEventListener('click', () => grading.cancel());
view.button('again').addEventListener('click', () => void again());
view.button('reset').addEventListener('click', () => reset());
const language = view.select('language');
language.addEventListener('change', () => chooseLanguage(language.value));
const file = view.element('file') as HTMLInputElement;
view.button('open-file').addEventListener('click', () => file.click());
file.addEventListener('change', () => void openFile());
addEventListener('hashchange', () => void openAssignment(location.hash.slice(1)));

await openAssignment(location.hash.slice(1) || kept.assignment() || '');
await whenControlled();
grading.start();

function listed(id: string): ListedAssignment | undefined {
  return site.assignments.find((one) => one.id === id) ?? site.assignments[0];
}

async function openAssignment(id: string): Promise<void> {
  const one = listed(id);
  if (!one || one.id === open?.spec.id) return;
  try {
    open = await load(one);
  } catch (error) {
    grading.forget();
    view.state({ kind: 'failed', message: `The exercise could not be loaded: ${String(error)}`, details: [] });
    return;
  }
  choose.value = one.id;
  kept.setAssignment(one.id);
  history.replaceState(null, '', `#${one.id}`);
  view.element('handout').innerHTML = renderHandout(open);
  program = new Program(kept, one.id, open.starter);
  showProgram();
  gradedText = null;
  grading.forget();
  view.closeReport();
  view.quiet();
}

async function load({ file }: ListedAssignment): Promise<PlaygroundAssignment> {
  const response = await fetch(file.url);
  if (!response.ok || !response.body) throw new Error(`the server answers ${response.status}`);
  return new Response(response.body.pipeThrough(new DecompressionStream('gzip'))).json();
}

function changed(): void {
  if (!program) return;
  if (program.language !== 'ipynb') program.write(editor.text());
  tellStale();
}

function tellStale(): void {
  view.stale(program !== null && gradedText !== null && program.text !== gradedText);
}

function showProgram(): void {
  if (!program) return;
  view.languages(program.language, program.hasNotebook);
  editor.open(program.shown, program.language);
  tellStale();
}

function chooseLanguage(chosen: string): void {
  if (!program || !isLanguage(chosen)) return;
  program.choose(chosen);
  showProgram();
}

/** Opens a file of the visitor in the place of the program. */
async function openFile(): Promise<void> {
  const [chosen] = file.files ?? [];
  const at = program;
  if (!chosen || !at) return;
  const text = await chosen.text();
  // The same file can be opened again.
  file.value = '';
  if (program !== at) return;
  if (at.open(chosen.name, text)) {
    grading.forget();
    showProgram();
    view.quiet();
    editor.focus();
  } else view.state({ kind: 'refused', message: PLAYGROUND_NO_PROGRAM });
}

function reset(): void {
  if (!program || !confirm('Throw your program away, and begin with the starter again?')) return;
  program.reset();
  grading.forget();
  showProgram();
  editor.focus();
}

async function again(): Promise<void> {
  if (open) return grade();
  view.quiet();
  await openAssignment(choose.value);
}

async function grade(): Promise<void> {
  if (!open || !program || grading.isBusy) return;
  const assignment = open;
  const { fileName, text } = program;
  const report = await grading.grade(assignment, fileName, text);
  if (open !== assignment) grading.forget();
  if (!report || open !== assignment) return;
  gradedText = text;
  showReport(view, fileName, text, report);
  tellStale();
}
