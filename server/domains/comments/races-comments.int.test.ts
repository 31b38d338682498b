import { beforeEach, describe, expect, it } from 'vitest';
import { COMMENTS_MAX } from '#shared/platform/limits.ts';
import { newId } from '../../platform/ids.ts';
import { useTestServer } from '../../testing/http.ts';
import { type Call, createMeeting, type Meeting } from '../../testing/races/race-fixture.ts';

/** Two connections to one PostgreSQL, met at the library's row. */
describe('a comment that two people change at once', () => {
  const server = useTestServer({ engine: 'postgres' });
  let m: Meeting;
  let record: string;
  let version: string;
  let id: string;
  beforeEach(async () => {
    m = await createMeeting(server());
    ({ record, version } = await m.document());
    id = (await m.ana.ok('commentCreate', { body: { record, version, text: 'Falta el plazo' } }))._id;
  });

  const params = () => ({ params: { id } });
  const resolve =
    (who: 'ana' | 'eva', rev = 0, resolved = true): Call =>
    () =>
      m[who].call('commentResolve', { ...params(), body: { resolved, rev } });
  const edit =
    (text: string, rev = 0): Call =>
    () =>
      m.ana.call('commentUpdate', { ...params(), body: { text, rev } });
  const now = async () => {
    const [comment] = await m.ana.ok('commentsByRecord', { params: { id: record } });
    return comment;
  };

  it('is resolved by the first of two, for both', async () => {
    expect(await m.meet(resolve('eva'), resolve('ana'))).toEqual(['200', '200']);
    expect(await now()).toMatchObject({ rev: 1, resolved: { by: { _id: m.evaPerson.id } } });
    const trail = await server()
      .database.db.selectFrom('audit_events')
      .select('action')
      .where('target_id', '=', record)
      .where('action', 'like', 'comment.%')
      .orderBy('id')
      .execute();
    expect(trail.map(({ action }) => action)).toEqual(['comment.create', 'comment.resolve']);
  });

  it('is not resolved by who has not read its new words, nor corrected by who does not know that it is resolved', async () => {
    expect(await m.meet(edit('Falta el plazo de entrega'), resolve('eva'))).toEqual(['200', '409 conflict']);
    expect(await now()).toMatchObject({ text: 'Falta el plazo de entrega', resolved: null, rev: 1 });
    expect(await m.meet(resolve('eva', 1), edit('Sobra', 1))).toEqual(['200', '409 conflict']);
    expect(await now()).toMatchObject({ text: 'Falta el plazo de entrega', rev: 2 });
    // The refusal brings what is there.
    const { body } = await m.ana.call('commentUpdate', { ...params(), body: { text: 'Sobra', rev: 1 } });
    expect(body.error?.details).toMatchObject({ current: { rev: 2, text: 'Falta el plazo de entrega' } });
  });

  it('takes no reply once it is resolved, whichever comes first', async () => {
    const reply: Call = () =>
      m.ana.call('commentCreate', { body: { record, version, text: 'Listo', parent: id } });
    expect(await m.meet(reply, resolve('eva'))).toEqual(['201', '200']);
    expect(await m.meet(resolve('eva', 1, false), reply)).toEqual(['200', '201']);
    expect(await m.meet(resolve('eva', 2), reply)).toEqual(['200', '400 invalid']);
  });

  it('is resolved and opened again one after the other, and only from what was seen', async () => {
    expect(await m.meet(resolve('eva'), resolve('ana', 0, false))).toEqual(['200', '409 conflict']);
    expect(await m.meet(resolve('ana', 1, false), resolve('eva', 1))).toEqual(['200', '409 conflict']);
    expect(await now()).toMatchObject({ resolved: null, rev: 2 });
  });

  it('is the last one that there may be', async () => {
    const row = {
      ...{ organization: m.organization.id, record_id: record, version_id: version, text: 'Otro' },
      ...{ quote: null, page: null, user_id: m.anaPerson.id, at: new Date() },
    };
    await server()
      .database.db.insertInto('comments')
      .values(Array.from({ length: COMMENTS_MAX - 2 }, () => ({ id: newId(), ...row })))
      .execute();
    const write =
      (who: 'ana' | 'eva'): Call =>
      () =>
        m[who].call('commentCreate', { body: { record, version, text: 'El último' } });
    expect(await m.meet(write('ana'), write('eva'))).toEqual(['201', '400 invalid']);
    expect(await m.ana.ok('commentsByRecord', { params: { id: record } })).toHaveLength(COMMENTS_MAX);
  });
});
