import { join } from 'node:path';
import { pagePath, renderPage, renderRules } from '../explain/rule-page/index.ts';
import { nodeFiles } from '../platform/files/index.ts';
import { didYouMean, packageRoot, textWidth, UsageError, usesColor } from '../platform/index.ts';
import { RULES, type Rule } from '../result/index.ts';
import type { CommandInput } from './command.ts';

/** `grade explain`: the pages of rules; without one, the list of them. */
export async function explain({ args, io }: CommandInput): Promise<number> {
  // As reports print them, with commas.
  const names = args.flatMap((arg) => arg.split(',')).filter((name) => name !== '');
  const rules = names.map(assertRule);
  const options = { color: usesColor(io.stdout, io.env), width: textWidth(io.stdout) };
  const pages = rules.map((rule) => {
    const markdown = new TextDecoder().decode(nodeFiles.read(join(packageRoot, pagePath(rule))));
    return renderPage(markdown, options);
  });
  io.stdout.write(rules.length === 0 ? renderRules(options) : pages.join('\n\n'));
  return 0;
}

function assertRule(name: string): Rule {
  if (Object.hasOwn(RULES, name)) return name as Rule;
  const meant = didYouMean(name, Object.keys(RULES));
  throw new UsageError(
    `There is no rule ${JSON.stringify(name)}${meant === '' ? '.' : `, ${meant}`} \`grade explain\` lists them all.`,
  );
}
