import { expect, test } from 'vitest';
import { browserName } from './browser-name.ts';

const mozilla = (rest: string): string => `Mozilla/5.0 ${rest}`;
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [mozilla('(X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'), 'Firefox en Linux'],
  [mozilla(`(Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`), 'Chrome en Windows'],
  [
    mozilla(`(Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`),
    'Edge en Windows',
  ],
  [
    mozilla(
      '(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    ),
    'Safari en macOS',
  ],
  [
    mozilla(
      '(iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    ),
    'Chrome en iPhone',
  ],
  [mozilla(`(Linux; Android 16; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`), 'Chrome en Android'],
  ['curl/8.0', undefined],
])('%s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
