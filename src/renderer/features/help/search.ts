import MiniSearch from 'minisearch';
import './catalogue.ts';
import { i18next } from '../../i18n/i18n.ts';
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
  /** What people call it who do not know our words. */
  readonly words: string;
}

/** Lower case, without accents and without Spanish plural endings, so that "bibliotecas" finds "biblioteca". */
const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?<=[a-z]{3})(es|s)$/u, '');

/** Words that questions are made of, and that say nothing of what is asked for. */
const EMPTY = new Set(i18next.t('help:emptyWords').split(' ').map(plain));

/** Plain text of a piece of Markdown, for the results. */
const spoken = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:[-*]|\d+\.)\s+/gm, ' ')
    .replace(/[#*`>|_]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const EXCERPT = 150;
/** How many results are added that have only some of the words. */
const MORE = 5;

/** Searches the articles that the person may read, and the FAQ. */
export function helpSearch(articles: readonly Article[]): (text: string) => Found[] {
  const index = new MiniSearch<Indexed>({
    fields: ['title', 'words', 'text'],
    storeFields: ['to', 'title', 'excerpt'],
    processTerm: (term) => plain(term) || null,
    searchOptions: {
      boost: { title: 4, words: 3 },
      processTerm: (term) => {
        const word = plain(term);
        return EMPTY.has(word) ? null : word || null;
      },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  });
  index.addAll([
    ...articles.map(({ id, title }) =>
      entry(id, `/help?article=${id}`, title, spoken(textOf(id)), i18next.t(`help:words.${id}`)),
    ),
    ...questions().map(({ id, question, answer }) =>
      entry(id, `/help/faq?question=${id}`, question, spoken(answer), ''),
    ),
  ]);
  return (text) => {
    const whole = index.search(text);
    // What has all words first; a question has often one that no article has.
    const some = index.search(text, { combineWith: 'OR' });
    const ids = new Set(whole.map(({ id }) => id));
    return [...whole, ...some.filter(({ id }) => !ids.has(id)).slice(0, MORE)].map(
      ({ to, title, excerpt }) => ({
        to,
        title,
        excerpt,
      }),
    );
  };
}

const entry = (id: string, to: string, title: string, text: string, words: string): Indexed => ({
  id,
  to,
  title,
  text,
  words,
  excerpt: text.length > EXCERPT ? `${text.slice(0, EXCERPT).replace(/\s\S*$/u, '')}…` : text,
});
