import json from 'highlight.js/lib/languages/json';
import { createLowlight } from 'lowlight';
import { expect, it } from 'vitest';
import { languageOf } from './languages.ts';
import { BLOCK_LINES, blocksOf, type TreeNode } from './tokens.ts';

const textOf = (blocks: ReturnType<typeof blocksOf>): string =>
  blocks
    .flat()
    .map(([text]) => text)
    .join('');

it('tells the words of a code apart, and loses no letter of it', () => {
  const text = '{"año": 2026, "firmado": true, "nota": "<script>alert(1)</script>"}\n'.repeat(250);
  const blocks = blocksOf(createLowlight({ json }).highlight('json', text) as TreeNode);
  expect(textOf(blocks)).toBe(text);
  expect(blocks).toHaveLength(Math.ceil(250 / BLOCK_LINES));
  expect(blocks[0]).toContainEqual(['"año"', 'name']);
  expect(blocks[0]).toContainEqual(['"<script>alert(1)</script>"', 'string']);
});

it('parts plain text by lines, and a line that never ends', () => {
  const long = 'x'.repeat(25_000);
  const blocks = blocksOf({ type: 'text', value: `uno\r\ndos\n${long}\n\n` });
  expect(textOf(blocks)).toBe(`uno\r\ndos\n${long}\n\n`);
  expect(blocks.length).toBeGreaterThan(2);
  expect(blocksOf({ type: 'text', value: '' })).toEqual([[]]);
});

it('colours what it knows, up to a length', () => {
  expect(languageOf('yml', 'a: 1')).toBe('yaml');
  expect(languageOf('txt', 'a: 1')).toBeUndefined();
  expect(languageOf('json', ' '.repeat(100_001))).toBeUndefined();
});
