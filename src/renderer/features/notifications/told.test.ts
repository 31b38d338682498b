import { describe, expect, it } from 'vitest';
import type { Notification } from '#shared/notifications/notifications.schemas.ts';
import { newsOf } from './told.ts';

/** Newest first, as the server lists them. */
const list = (...ids: string[]) => ids.map((_id) => ({ _id }) as Notification);
const ids = (news: readonly Notification[]) => news.map(({ _id }) => _id);

describe('what a computer tells its person', () => {
  it('is nothing on the first visit, and what came since on the next', () => {
    const first = newsOf(undefined, list('b', 'a'));
    expect(first.news).toEqual([]);
    const second = newsOf(first.told, list('d', 'c', 'b', 'a'));
    expect(ids(second.news)).toEqual(['c', 'd']);
    expect(newsOf(second.told, list('d', 'c', 'b', 'a')).news).toEqual([]);
  });

  it('is said once, also where a dismissal was refused and the notice is back', () => {
    const { told } = newsOf(['a'], list('b', 'a'));
    const gone = newsOf(told, list('a'));
    expect(newsOf(gone.told, list('b', 'a')).news).toEqual([]);
  });

  it('is remembered for the newest, however long somebody stays', () => {
    let told: string[] = [];
    for (let at = 0; at < 1200; at += 1) told = newsOf(told, list(`n${at}`)).told;
    expect(told).toHaveLength(500);
    expect(newsOf(told, list('n1199')).news).toEqual([]);
  });
});
