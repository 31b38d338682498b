import { describe, expect, it } from 'vitest';
import type { Notification } from '#shared/notifications/notifications.schemas.ts';
import { groupNotices } from './notice-groups.ts';

const NOON = Date.parse('2026-11-28T15:00:00Z');

/** A new document of Ana's in Calidad, so many minutes before noon; `about` says what is different. */
const notice = (_id: string, minutes: number, about: object = {}) =>
  ({
    _id,
    type: 'RECORD.CREATED',
    refId: `document of ${_id}`,
    state: 0,
    from: { _id: 'ana' },
    ref: { _id: `document of ${_id}`, title: _id, group: { _id: 'calidad', name: 'Calidad' } },
    refModel: 'Record',
    comment: '',
    dueOn: null,
    createdAt: new Date(NOON - minutes * 60_000).toISOString(),
    ...about,
  }) as unknown as Notification;
const read = (list: readonly Notification[]) =>
  groupNotices(list).map((group) => group.map(({ _id }) => _id).join(''));

describe('notifications that are read as one', () => {
  it('are four or more of one act, in the place of the newest', () => {
    const four = ['a', 'b', 'c', 'd'].map((id, at) => notice(id, at));
    expect(read(four)).toEqual(['abcd']);
    expect(read(four.slice(1))).toEqual(['b', 'c', 'd']);
  });

  it('leave others in their places, also those between them', () => {
    const other = (id: string, minutes: number) => notice(id, minutes, { from: { _id: 'luis' } });
    expect(
      read([
        other('x', 0),
        notice('a', 1),
        other('y', 2),
        ...['b', 'c', 'd'].map((id) => notice(id, 3)),
        other('z', 4),
      ]),
    ).toEqual(['x', 'abcd', 'y', 'z']);
  });

  it.each([
    ['state', { state: 5 }],
    ['library', { ref: { _id: 'r', title: 'r', group: { _id: 'obras', name: 'Obras' } } }],
    ['words', { comment: 'Falta la firma' }],
    ['day of an answer', { dueOn: '2026-12-01' }],
    ['act', { type: 'RECORD.MOVED' }],
  ])('are of one %s', (_what, about) => {
    const three = ['a', 'b', 'c'].map((id) => notice(id, 0));
    expect(read([...three, notice('d', 0, about)])).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are of different documents', () => {
    const versions = ['a', 'b', 'c', 'd'].map((id) =>
      notice(id, 0, { type: 'RECORD.VERSION', refId: 'plan' }),
    );
    expect(read(versions)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('end at a pause of more than ten minutes', () => {
    const work = (from: number) =>
      [0, 5, 10, 15].map((minutes) => notice(`${from + minutes} `, from + minutes));
    expect(read([...work(0), ...work(26)])).toEqual(['0 5 10 15 ', '26 31 36 41 ']);
    expect(groupNotices([...work(0), ...work(25)])).toHaveLength(1);
  });

  it('are never comments, reminders, or what no person did', () => {
    for (const about of [{ type: 'RECORD.COMMENTED' }, { type: 'RECORD.REMINDER' }, { from: null }])
      expect(read(['a', 'b', 'c', 'd'].map((id) => notice(id, 0, about)))).toEqual(['a', 'b', 'c', 'd']);
  });
});
