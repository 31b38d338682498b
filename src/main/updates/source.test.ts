import { expect, test } from 'vitest';
import { updateSource } from './source.ts';

const said = (url: string) => JSON.stringify({ url, publicKey: 'MCow' });

test.each([
  [said('https://updates.legajo.test/desktop'), 'https://updates.legajo.test/desktop'],
  [said('http://127.0.0.1:4000/'), 'http://127.0.0.1:4000/'],
  [said('http://updates.legajo.test/'), undefined],
  [said('file:///srv/updates'), undefined],
  [JSON.stringify({ url: 'https://updates.legajo.test/' }), undefined],
  ['not json', undefined],
  ['', undefined],
  [undefined, undefined],
])('updates as said by %s come from %s', (text, url) => {
  expect(updateSource(text)?.url).toBe(url);
});
