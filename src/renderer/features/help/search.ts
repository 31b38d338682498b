import MiniSearch from 'minisearch';
import type { Article } from './articles.ts';
import { questions, textOf } from './texts.ts';

/** A search result: an article, or a question of the FAQ. */
export interface Found {
  readonly to: string;
  readonly title: string;
  readonly excerpt: string;
}

interface Indexed extends Found {
  readonly id: string;
  readonly text: string;
}

/** Lower case, without accents and without Spanish plural endings, so that "bibliotecas" finds "biblioteca". */
const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?<=[a-z]{3})(es|s)$/u, '');

/** Plain text of a piece of Markdown, for the results. */
const spoken = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:[-*]|\d+\.)\s+/gm, ' ')
    .replace(/[#*`>|_]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const EXCERPT = 150;

/** Searches the articles that the person may read, and the FAQ. */
export function helpSearch(articles: readonly Article[]): (text: string) => Found[] {
  const index = new MiniSearch<Indexed>({
    fields: ['title', 'text'],
    storeFields: ['to', 'title', 'excerpt'],
    processTerm: (term) => plain(term) || null,
    searchOptions: {
      boost: { title: 4 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  });
  index.addAll([
    ...articles.map(({ id, title }) => entry(id, `/help?article=${id}`, title, spoken(textOf(id)))),
    ...questions().map(({ id, question, answer }) =>
      entry(id, `/help/faq?question=${id}`, question, spoken(answer)),
    ),
  ]);
  return (text) => index.search(text).map(({ to, title, excerpt }) => ({ to, title, excerpt }));
}

const entry = (id: string, to: string, title: string, text: string): Indexed => ({
  id,
  to,
  title,
  text,
  excerpt: text.length > EXCERPT ? `${text.slice(0, EXCERPT).replace(/\s\S*$/u, '')}…` : text,
});
