import { expect, test } from 'vitest';
import { type Badge, withBadge } from './badge.ts';

const SIDE = 22;
const BADGES: Badge[] = ['syncing', 'paused', 'problem', 'offline'];
/** Which points are drawn, whatever their colour. */
const form = (badge: Badge) =>
  withBadge(Buffer.alloc(SIDE * SIDE * 4), SIDE, badge)
    .toString('hex')
    .replace(/(.{6})(.{2})/g, (_, colour: string, alpha: string) =>
      alpha === '00' ? ' ' : colour === 'ffffff' ? 'o' : '#',
    );

test('each badge has a form of its own, in the lower right corner', () => {
  const forms = BADGES.map(form);
  expect(new Set(forms).size).toBe(BADGES.length);
  for (const drawn of forms) {
    const rows = drawn.match(/.{22}/g) ?? [];
    expect(
      rows
        .slice(0, SIDE / 3)
        .join('')
        .trim(),
    ).toBe('');
    expect(
      rows
        .map((row) => row.slice(0, SIDE / 3))
        .join('')
        .trim(),
    ).toBe('');
    expect(drawn.trim().length).toBeGreaterThan(20);
  }
});

test('the picture itself is not touched', () => {
  const picture = Buffer.alloc(SIDE * SIDE * 4, 7);
  withBadge(picture, SIDE, 'problem');
  expect(picture.every((byte) => byte === 7)).toBe(true);
});
