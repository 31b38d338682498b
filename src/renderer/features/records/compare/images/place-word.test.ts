import { expect, test } from 'vitest';
import { placeWord } from './place-word.ts';

const at = (left: number, top: number, width = 0.02, height = 0.02) =>
  placeWord({ left, top, width, height });

test('a place is named by the ninth of the image where its middle lies', () => {
  expect([at(0, 0), at(0.5, 0.1), at(0.98, 0.3)]).toEqual(['topLeft', 'top', 'topRight']);
  expect([at(0, 0.5), at(0.5, 0.5), at(0.9, 0.5)]).toEqual(['left', 'middle', 'right']);
  expect([at(0.1, 0.98), at(0.4, 0.9), at(0.8, 0.8)]).toEqual(['bottomLeft', 'bottom', 'bottomRight']);
});

test('what covers the image is in its middle', () => {
  expect(at(0, 0, 1, 1)).toBe('middle');
});
