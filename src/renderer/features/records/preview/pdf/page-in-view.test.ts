import { expect, it } from 'vitest';
import { pageInView } from './page-in-view.ts';

const pagesOf = (...sizes: number[]) => {
  let start = 0;
  return sizes.map((size, index) => {
    const page = { index, start, size };
    start += size;
    return page;
  });
};

it('is at the first page where all of them fit', () => {
  expect(pageInView(pagesOf(270, 270), 0, 600)).toBe(1);
});

it('is at the page of which more is in view', () => {
  const pages = pagesOf(1000, 1000, 1000);
  expect(pageInView(pages, 0, 700)).toBe(1);
  expect(pageInView(pages, 600, 700)).toBe(1);
  expect(pageInView(pages, 700, 700)).toBe(2);
  expect(pageInView(pages, 2300, 700)).toBe(3);
});

it('is at a page that is higher than the pane while it fills it', () => {
  expect(pageInView(pagesOf(5000, 300), 2000, 700)).toBe(1);
});

it('is at the first page where nothing is placed yet', () => {
  expect(pageInView([], 0, 0)).toBe(1);
});
