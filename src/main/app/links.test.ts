import { expect, test } from 'vitest';
import { createLinks } from './links.ts';

test('what comes before the page listens waits for it, and is taken once', () => {
  const told: string[] = [];
  const links = createLinks((route) => told.push(route));
  links.open('legajo://records/view/1');
  links.open('legajo://sync');
  expect(told).toEqual([]);
  expect(links.take()).toBe('/sync');
  expect(links.take()).toBeNull();
  links.open('legajo://dashboard');
  expect(told).toEqual(['/dashboard']);
  links.left();
  links.open('legajo://records/view/2');
  expect(told).toEqual(['/dashboard']);
  expect(links.take()).toBe('/records/view/2');
});

test('a link that leads nowhere is told as such; no link is nothing', { tags: 'desktop-links' }, () => {
  const told: string[] = [];
  const links = createLinks((route) => told.push(route));
  links.take();
  links.open(undefined);
  expect(told).toEqual([]);
  links.open('legajo://records/<script>');
  expect(told).toEqual(['/enlace']);
});
