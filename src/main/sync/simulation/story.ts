import type { AnyStep, History } from './steps.ts';

const NAMES = ['Ana', 'Luis', 'Eva'];

/** A history in lines, one step each, for whoever looks for what went wrong. */
export function storyOf({ order, third, steps }: History): string {
  const people = third ? `Ana and Luis upload, Eva is of role ${third}` : 'Ana and Luis upload';
  const batches = order === 0 ? 'batches run as in the app' : `batches run in order ${order}`;
  const count = third ? 3 : 2;
  return [`${people}; ${batches}.`, ...steps.map((step, at) => `${at + 1}. ${lineOf(step, count)}`)].join(
    '\n',
  );
}

function lineOf(step: AnyStep, people: number): string {
  if ('peace' in step) return 'everybody is left in peace';
  const who = NAMES[step.client % people];
  if ('twins' in step) return `${who}: the same from here on, in order ${step.twins}`;
  if ('act' in step) return `${who}: ${wordsOf(step.act)}`;
  const during = step.during.map(({ at, label, act }) => `${label ?? 'step'} ${at}: ${wordsOf(act)}`);
  const how = step.byHints ? 'syncs by hints' : 'syncs';
  return `${who} ${how} after ${step.wait} ms${during.length > 0 ? `; meanwhile, at ${during.join(', at ')}` : ''}`;
}

/** `create (file 0, folder 0, name Acta.docx)`; numbers choose among what is there. */
function wordsOf(act: { readonly do: string }): string {
  const more = Object.entries(act).filter(([key]) => key !== 'do');
  return more.length === 0
    ? act.do
    : `${act.do} (${more.map(([key, value]) => `${key} ${value}`).join(', ')})`;
}
