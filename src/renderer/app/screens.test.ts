import { describe, expect, it } from 'vitest';
import { ARTICLES } from '../features/help/articles.ts';
import { articleOf, questions, textOf } from '../features/help/texts.ts';
import { openScreens, screens } from './screens.ts';

/** A path as articles link to it: `/users`, `/help?article=estados`. */
const LINK = /\]\((\/[^)]*)\)/g;

describe('the table of screens', () => {
  it.each(screens.map(({ path, tour }) => ({ path, tour })))(
    '$path has a guided tour that says something',
    async ({ tour }) => {
      const steps = (await tour?.())?.tour() ?? [];
      expect(steps.length).toBeGreaterThan(0);
      for (const { title, text } of steps) expect([title.length > 3, text.length > 10]).toEqual([true, true]);
    },
  );

  it('has an article of the help for every screen', () => {
    const paths = [...openScreens, ...screens].map(({ path }) => path);
    expect(paths.filter((path) => !articleOf(path))).toEqual([]);
    // No article explains a screen that does not exist.
    expect(ARTICLES.flatMap(({ routes }) => routes).filter((route) => !paths.includes(route))).toEqual([]);
  });

  it('leads nowhere from its articles that is not there', () => {
    const paths = new Set(screens.map(({ path }) => path));
    const ids = new Set(ARTICLES.map(({ id }) => id));
    const texts = [...ARTICLES.map(({ id }) => textOf(id)), ...questions().map(({ answer }) => answer)];
    const links = texts.flatMap((text) => [...text.matchAll(LINK)].map(([, link = '']) => link));
    expect(links.length).toBeGreaterThan(5);
    const lost = links.filter((link) => {
      const { pathname, searchParams } = new URL(link, 'https://legajo.test');
      const article = searchParams.get('article');
      return !paths.has(pathname) || (article !== null && !ids.has(article));
    });
    expect(lost).toEqual([]);
  });
});
