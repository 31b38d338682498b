import { describe, expect, it } from 'vitest';
import { dutiesCompany } from '../../testing/companies/duties-company.ts';
import { type Answer, useTestServer } from '../../testing/http.ts';
import { oneAfterTheOther } from '../../testing/races/races.ts';

/** Two connections to one PostgreSQL: handing over and back, while somebody else edits the same. */
describe('duties that are handed over and back, at the same moment', () => {
  const server = useTestServer({ engine: 'postgres' });
  const said = ({ status, body }: Answer<unknown>) => (status < 400 ? status : body.error?.code);

  async function setUp() {
    const made = await dutiesCompany(server());
    const { admin, adminPerson, params, heir } = made;
    const given = await admin.ok('userHandOver', { params, body: { to: heir.id } });
    const alone = given.obligations.find(({ name }) => name === 'Sin suplente');
    if (!alone) throw new Error('nothing was given');
    return { ...made, given, alone, other: await server().signIn(adminPerson.email) };
  }

  it('an edit that comes first is kept, and the obligation stays with whoever has it', async () => {
    const { admin, other, params, given, alone, people, obligation } = await setUp();
    const { title: _, ...fields } = obligation({ responsible: null });
    const [edited, back] = await oneAfterTheOther<Answer<unknown>>(server(), { obligation: alone._id }, [
      () =>
        other.call('obligationUpdate', {
          params: { id: alone._id },
          body: { ...fields, title: 'Sin suplente, corregida', version: alone.version },
        }),
      () => admin.call('userHandBack', { params, body: given }),
    ]);
    expect([edited, back].map((each) => each && said(each))).toEqual([200, 200]);
    expect(back?.body).toMatchObject({
      stay: [{ _id: alone._id, name: 'Sin suplente, corregida', reason: 'Cambió después.' }],
    });
    expect(await people()).toMatchObject({
      'Sin suplente, corregida': [null, null],
      'Con suplente': ['ana', 'backup'],
    });
  });

  it('an edit that comes second is told what is there now', async () => {
    const { admin, other, params, given, alone, people } = await setUp();
    const [back, edited] = await oneAfterTheOther<Answer<unknown>>(server(), { obligation: alone._id }, [
      () => admin.call('userHandBack', { params, body: given }),
      () =>
        other.call('obligationPeople', {
          params: { id: alone._id },
          body: { responsible: null, backup: null, version: alone.version },
        }),
    ]);
    expect(back?.body).toMatchObject({ stay: [] });
    expect(edited && said(edited)).toBe('rev_changed');
    expect(await people()).toMatchObject({ 'Sin suplente': ['ana', null] });
  });

  it('given back by two at once, come back once', async () => {
    const { admin, other, params, given, alone, people } = await setUp();
    const answers = await oneAfterTheOther(server(), { obligation: alone._id }, [
      () => admin.ok('userHandBack', { params, body: { ...given, rules: [] } }),
      () => other.ok('userHandBack', { params, body: { ...given, rules: [] } }),
    ]);
    for (const { obligations, stay } of answers) {
      expect(obligations.map(({ version }) => version)).toEqual([3, 3, 3]);
      expect(stay).toEqual([]);
    }
    expect(await people()).toMatchObject({ 'Sin suplente': ['ana', null] });
  });

  it.each(['userHandOver', 'userHandBack'] as const)(
    'an edit of a rule is not lost to a %s that waited for it',
    async (name) => {
      const { admin, other, params, given, library, folderId, ruleId, heir, type } = await setUp();
      const edit = {
        ...{ name: 'Póliza al día', appliesTo: 'folder' as const, match: { documentType: type } },
        ...{ validity: { basis: 'expiresOn' as const }, responsible: heir.id, version: 2 },
      };
      const call = () =>
        name === 'userHandOver'
          ? admin.call(name, { params: { id: heir.id }, body: { to: null } })
          : admin.call(name, { params, body: given });
      const [edited, second] = await oneAfterTheOther<Answer<unknown>>(server(), { library: library.id }, [
        () => other.call('ruleUpdate', { params: { id: ruleId }, body: edit }),
        call,
      ]);
      expect([edited, second].map((each) => each && said(each))).toEqual([200, 200]);
      const [now] = (await admin.ok('rulesByFolder', { params: { id: folderId } })).rules;
      expect(now).toMatchObject({ name: 'Póliza al día', version: name === 'userHandOver' ? 4 : 3 });
      expect(now?.responsible?._id ?? null).toBe(name === 'userHandOver' ? null : heir.id);
    },
  );
});
