import type { Report } from './grading-client.ts';
import type { View } from './view.ts';

let addresses: string[] = [];

/** The report as the command line writes it, in a frame that runs no script but the report's own, and its files to keep. */
export function showReport(view: View, fileName: string, source: string, { html, json }: Report): void {
  for (const address of addresses) URL.revokeObjectURL(address);
  const address = (text: string, type: string) => URL.createObjectURL(new Blob([text], { type }));
  addresses = [address(html, 'text/html'), address(json, 'application/json'), address(source, 'text/plain')];
  for (const [index, id] of ['save-report', 'save-result', 'save-program'].entries()) {
    (view.element(id) as HTMLAnchorElement).href = addresses[index] ?? '';
  }
  (view.element('save-program') as HTMLAnchorElement).download = fileName;
  const frame = view.element('report') as HTMLIFrameElement;
  frame.onload = () => fit(frame);
  frame.srcdoc = html;
  view.openReport();
}

/** As high as what is in it, so that only the page scrolls. */
function fit(frame: HTMLIFrameElement): void {
  const root = frame.contentDocument?.documentElement;
  if (!root) return;
  const adjust = () => {
    frame.style.height = `${Math.ceil(root.getBoundingClientRect().height) + 2}px`;
  };
  adjust();
  new ResizeObserver(adjust).observe(root);
}
