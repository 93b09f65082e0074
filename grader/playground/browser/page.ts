import type { PlaygroundAssignment } from '../assignment.ts';
import type { ListedAssignment, Site } from '../site.ts';
import { createEditor } from './editor.ts';
import { Grading } from './grading-client.ts';
import { renderHandout } from './handout.ts';
import { Kept } from './kept.ts';
import { keepOffline, whenControlled } from './offline.ts';
import { showReport } from './report.ts';
import { View } from './view.ts';

/** Entry of the page: an exercise, an editor, and the report of what was graded last. */
const site = JSON.parse(document.getElementById('site')?.textContent ?? '') as Site;
const view = new View();
const kept = new Kept();
const editor = createEditor(view.element('editor'), { onChange: changed, onGrade: () => void grade() });
let open: PlaygroundAssignment | null = null;
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
    view.state({ kind: 'failed', message: `The exercise could not be loaded: ${String(error)}`, details: [] });
    return;
  }
  choose.value = one.id;
  kept.setAssignment(one.id);
  history.replaceState(null, '', `#${one.id}`);
  view.element('handout').innerHTML = renderHandout(open);
  editor.open(kept.text(one.id) ?? open.starter);
  gradedText = null;
  view.closeReport();
  view.quiet();
}

async function load({ file }: ListedAssignment): Promise<PlaygroundAssignment> {
  const response = await fetch(file.url);
  if (!response.ok || !response.body) throw new Error(`the server answers ${response.status}`);
  return new Response(response.body.pipeThrough(new DecompressionStream('gzip'))).json();
}

function changed(): void {
  if (!open) return;
  const text = editor.text();
  kept.setText(open.spec.id, text === open.starter ? null : text);
  view.stale(gradedText !== null && text !== gradedText);
}

function reset(): void {
  if (!open || !confirm('Throw your program away, and begin with the starter again?')) return;
  editor.open(open.starter);
  changed();
  editor.focus();
}

async function again(): Promise<void> {
  if (open) return grade();
  view.quiet();
  await openAssignment(choose.value);
}

async function grade(): Promise<void> {
  if (!open || grading.isBusy) return;
  const assignment = open;
  const text = editor.text();
  const report = await grading.grade(assignment, text);
  if (!report || open !== assignment) return;
  gradedText = text;
  showReport(view, assignment.fileName, text, report);
  view.stale(editor.text() !== text);
}
