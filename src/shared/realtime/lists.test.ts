import { describe, expect, it } from 'vitest';
import { AREA_WORDS } from '../audit/audit.ts';
import { LISTS, listsChangedBy } from './lists.ts';

describe('lists that are changed', () => {
  it('are known by the trail, each once, and not by what no list shows', () => {
    expect(listsChangedBy(['occurrence.done', 'occurrence.evidence.link', 'obligation.update'])).toEqual([
      'calendars',
    ]);
    expect(listsChangedBy(['member.added'])).toEqual(['people', 'libraries']);
    expect(listsChangedBy(['record.create', 'calendar.feed.create', 'users.exported'])).toEqual([]);
  });

  it('are named by words that the trail uses', () => {
    const known = Object.values(AREA_WORDS).flat();
    expect(
      Object.values(LISTS).flatMap(({ actions }) => actions.filter((word) => !known.includes(word))),
    ).toEqual([]);
  });
});
