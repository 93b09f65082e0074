import { templates } from 'virtual:templates';
import Handlebars from 'handlebars';
import type * as Platform from '../render/templates.ts';

/** Compiled when the playground was built: the page's policy forbids code that is made of text. */
export const packagedTemplates: Platform.Templates = {
  read: (name) => known(templates.texts, name),
  compile: (name) => Handlebars.template(known(templates.compiled, name)),
};

function known<Value>(values: Readonly<Record<string, Value>>, name: string): Value {
  const value = values[name];
  if (value === undefined) throw new Error(`the playground has no template ${name}`);
  return value;
}
