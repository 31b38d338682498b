import { ARTICLES, type Article } from './articles.ts';

const files = import.meta.glob<string>('./articles/*.md', { eager: true, query: '?raw', import: 'default' });

/** The Markdown of an article. @throws if there is no file for it; a test reads all of them */
export function textOf(id: string): string {
  const text = files[`./articles/${id}.md`];
  if (text === undefined) throw new Error(`no article ${id}`);
  return text;
}

/** The FAQ, parsed from Markdown: `## question`, followed by its answer. */
export interface Question {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
}

export function questions(): Question[] {
  const [, ...parts] = (files['./articles/preguntas.md'] ?? '').split(/^## /m);
  return parts.map((part, at) => {
    const [question = '', ...lines] = part.split('\n');
    return { id: `p${at + 1}`, question: question.trim(), answer: lines.join('\n').trim() };
  });
}

/** The article that explains a route. */
export const articleOf = (route: string): Article | undefined =>
  ARTICLES.find(({ routes }) => routes.includes(route));
