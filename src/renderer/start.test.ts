import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

/** The colours that the first rule with this selector sets. */
function coloursOf(css: string, selector: string): Record<string, string> {
  const rule = css.slice(css.indexOf(`${selector} {`));
  const block = rule.slice(0, rule.indexOf('}'));
  return Object.fromEntries(
    [...block.matchAll(/(--[\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]),
  );
}

test.each([
  ['light', '#start', '[data-mantine-color-scheme="light"]'],
  ['dark', '[data-mantine-color-scheme="dark"] #start', '[data-mantine-color-scheme="dark"]'],
])('the frame of the first moment has the colours of the %s theme', (_, frame, theme) => {
  const shown = coloursOf(read('index.html'), frame);
  expect(Object.keys(shown)).toHaveLength(6);
  expect(coloursOf(read('theme/tokens.css'), theme)).toMatchObject(shown);
});
