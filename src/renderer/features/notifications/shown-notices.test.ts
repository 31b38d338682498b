import { describe, expect, it } from 'vitest';
import type { Notification } from '#shared/notifications/notifications.schemas.ts';
import { findNewNotices } from './shown-notices.ts';

/** Newest first, as the server lists them. */
const list = (...ids: string[]) => ids.map((_id) => ({ _id }) as Notification);
const ids = (news: readonly Notification[]) => news.map(({ _id }) => _id);

describe('what a computer tells its person', () => {
  it('is nothing on the first visit, and what came since on the next', () => {
    const first = findNewNotices(undefined, list('b', 'a'));
    expect(first.news).toEqual([]);
    const second = findNewNotices(first.told, list('d', 'c', 'b', 'a'));
    expect(ids(second.news)).toEqual(['c', 'd']);
    expect(findNewNotices(second.told, list('d', 'c', 'b', 'a')).news).toEqual([]);
  });

  it('is said once, also where a dismissal was refused and the notice is back', () => {
    const { told } = findNewNotices(['a'], list('b', 'a'));
    const gone = findNewNotices(told, list('a'));
    expect(findNewNotices(gone.told, list('b', 'a')).news).toEqual([]);
  });

  it('is remembered for the newest, however long somebody stays', () => {
    let told: string[] = [];
    for (let at = 0; at < 1200; at += 1) told = findNewNotices(told, list(`n${at}`)).told;
    expect(told).toHaveLength(500);
    expect(findNewNotices(told, list('n1199')).news).toEqual([]);
  });
});
