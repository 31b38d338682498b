import { groupBy } from '#shared/platform/group-by.ts';
import type { Person } from '#shared/platform/primitives.ts';
import { foldText } from '#shared/platform/texts/text.ts';
import { fullName } from '../../../i18n/format.ts';

/** How somebody is named in a comment. */
export const mentionOf = (person: Person): string => `@${fullName(person)}`;

/** A part of a comment's words, and who is named by it. */
export interface Part {
  readonly text: string;
  readonly person?: Person;
}

const LETTER = /[\p{L}\p{N}]/u;

/** Cuts words where one of these people is named. Of names that begin alike the longest counts: "@Ana Soto Díaz". */
export function splitMentions(text: string, people: readonly Person[]): Part[] {
  const names = [...people]
    .map((person) => ({ person, name: mentionOf(person) }))
    .sort((one, other) => other.name.length - one.name.length);
  const parts: Part[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const found = names.find(
      ({ name }) => text.startsWith(name, at) && !LETTER.test(text.charAt(at + name.length)),
    );
    if (!found) continue;
    if (at > from) parts.push({ text: text.slice(from, at) });
    parts.push({ text: found.name, person: found.person });
    from = at + found.name.length;
    at = from - 1;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/**
 * The ids of those who are named. Of people with the same name only those count who were chosen from the list, so that
 * nobody is told by mistake.
 */
export function mentionedIn(text: string, people: readonly Person[], chosen: ReadonlySet<string>): string[] {
  const byName = groupBy(people, mentionOf);
  const named = new Set(
    splitMentions(text, people).flatMap(({ person }) => (person ? mentionOf(person) : [])),
  );
  return [...named].flatMap((name) => {
    const same = byName.get(name) ?? [];
    return same.filter(({ _id }) => same.length === 1 || chosen.has(_id)).map(({ _id }) => _id);
  });
}

/** What is being typed after an "@" before the caret, and where that stands; undefined where nobody is being named. */
export function askedAt(text: string, caret: number): { from: number; asked: string } | undefined {
  const from = text.lastIndexOf('@', caret - 1);
  if (from === -1 || caret <= from || LETTER.test(text.charAt(from - 1))) return undefined;
  const asked = text.slice(from + 1, caret);
  return asked.length <= 40 && !/[\n@]|^\s|\s\s/.test(asked) ? { from, asked } : undefined;
}

/** Those whose name begins like this, or has a word that does; case and accents do not count. */
export const fitting = (people: readonly Person[], asked: string): Person[] => {
  const wanted = foldText(asked);
  return people.filter((person) => {
    const name = foldText(fullName(person));
    return name.startsWith(wanted) || name.includes(` ${wanted}`);
  });
};
