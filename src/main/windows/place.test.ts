import { expect, test } from 'vitest';
import { fitToScreens } from './place.ts';

const first = { x: 0, y: 0, width: 1280, height: 800 };
const second = { x: 1280, y: 0, width: 2560, height: 1400 };
const kept = { x: 1500, y: 100, width: 2000, height: 1200, maximized: false };

test('on the screen it was on, it stands where it stood', () => {
  expect(fitToScreens(kept, [first, second])).toEqual(kept);
});

test('where that screen is gone, it has no place and fits on the one that is there', () => {
  expect(fitToScreens(kept, [first])).toEqual({ width: 1280, height: 800, maximized: false });
});

test('a screen that became smaller makes it smaller', () => {
  expect(fitToScreens({ ...kept, x: 10, y: 20 }, [first])).toEqual({
    x: 10,
    y: 20,
    width: 1280,
    height: 800,
    maximized: false,
  });
});

test.each([
  ['above the screen', { x: 10, y: -30 }],
  ['below it', { x: 10, y: 790 }],
  ['all but gone at the left', { x: -1950, y: 100 }],
])('%s nobody could take hold of it', (_name, place) => {
  expect(fitToScreens({ ...kept, ...place }, [first])).not.toHaveProperty('x');
});

test('nothing kept is nothing', () => {
  expect(fitToScreens(null, [first])).toBeNull();
});
