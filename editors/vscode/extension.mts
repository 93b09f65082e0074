import { readFile } from 'node:fs/promises';
import {
  commands,
  type ExtensionContext,
  StatusBarAlignment,
  type StatusBarItem,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';

let client: LanguageClient | null = null;
/** The last verdicts by the addresses of files. */
const verdicts = new Map<string, string>();

/** Starts the language server. VS Code calls it when a file in CUDA or Python is opened. */
export async function activate(context: ExtensionContext): Promise<void> {
  const points = window.createStatusBarItem(StatusBarAlignment.Left);
  context.subscriptions.push(
    points,
    commands.registerCommand('grade.restart', () => restart(points)),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('grade')) void restart(points);
    }),
    window.onDidChangeActiveTextEditor(() => show(points)),
  );
  await restart(points);
}

/** Ends the language server. */
export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function restart(points: StatusBarItem): Promise<void> {
  await client?.stop();
  verdicts.clear();
  show(points);
  client = clientOf(points);
  await client.start();
}

function clientOf(points: StatusBarItem): LanguageClient {
  const settings = workspace.getConfiguration('grade');
  const exercise = settings.get<string>('exercise', '');
  const folders = settings.get<string[]>('assignments', []);
  const args = [
    'lsp',
    ...(exercise === '' ? [] : ['--exercise', exercise]),
    ...folders.flatMap((folder) => ['--assignments', folder]),
  ];
  const made = new LanguageClient(
    'grade',
    'CUDA course grader',
    {
      command: settings.get<string>('command', 'grade'),
      args,
      transport: TransportKind.stdio,
      // On Windows, npm's `grade` is a script.
      options: { shell: process.platform === 'win32' },
    },
    {
      documentSelector: [
        { scheme: 'file', pattern: '**/*.{cu,cuh}' },
        { scheme: 'file', language: 'python' },
      ],
      middleware: {
        async executeCommand(command, given, next) {
          const result: unknown = await next(command, given);
          if (command === 'grade.trace' && isPage(result)) await showPage(result.path);
          return result;
        },
      },
    },
  );
  made.onNotification('grade/judged', ({ uri, summary }: { readonly uri: string; readonly summary: string }) => {
    verdicts.set(uri, summary);
    show(points);
  });
  return made;
}

/** Shows the verdict of the file that the user looks at. */
function show(points: StatusBarItem): void {
  points.text = verdicts.get(window.activeTextEditor?.document.uri.toString() ?? '') ?? '';
  if (points.text === '') points.hide();
  else points.show();
}

function isPage(value: unknown): value is { readonly path: string } {
  return typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string';
}

/** Shows the recording of a kernel beside the source. The page is one file, and loads nothing. */
async function showPage(path: string): Promise<void> {
  const panel = window.createWebviewPanel('grade.trace', 'Your kernel', ViewColumn.Beside, {
    enableScripts: true,
    localResourceRoots: [],
    retainContextWhenHidden: true,
  });
  panel.webview.html = await readFile(path, 'utf8');
}
