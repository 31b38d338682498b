import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/platform/days.ts';
import { newId } from '../../platform/ids.ts';
import { dutiesCompany } from '../../testing/companies/duties-company.ts';
import { useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

describe.each(testEngines)('what was handed over and is given back, on %s', (engine) => {
  const server = useTestServer({ engine });

  /** Ana's duties lie with others. */
  async function setUp(backups = true) {
    const made = await dutiesCompany(server());
    const { admin, params, heir } = made;
    const before = await made.people();
    const { obligations, rules } = await admin.ok('userHandOver', {
      params,
      body: { to: heir.id, backups },
    });
    const given = {
      obligations: obligations.map(({ _id, version, before: was }) => ({ _id, version, before: was })),
      rules: rules.map(({ _id, version }) => ({ _id, version })),
    };
    const idOf = (title: string) => obligations.find(({ name }) => name === title)?._id ?? '';
    return { ...made, before, given, idOf };
  }

  it('comes back with its backups, once, and is audited', async () => {
    const { admin, params, people, ruleOf, before, given, ana } = await setUp();
    expect(await people()).not.toEqual(before);
    const answer = await admin.ok('userHandBack', { params, body: given });
    expect(answer.stay).toEqual([]);
    expect(answer.obligations.map(({ version }) => version)).toEqual([3, 3, 3]);
    expect(answer.rules).toEqual(given.rules.map(({ _id }) => ({ _id, version: 3 })));
    expect(await people()).toEqual(before);
    expect(await ruleOf()).toBe(ana.id);
    const { db } = server().database;
    const of = (action: string, id = '') =>
      db
        .selectFrom('audit_events')
        .select(['before', 'after'])
        .where('action', '=', action)
        .where('target_id', '=', id)
        .orderBy('id', 'desc')
        .executeTakeFirst();
    expect(await of('rule.update', given.rules[0]?._id)).toMatchObject({ after: { responsible: ana.id } });
    const alone = given.obligations.find(
      ({ before: was }) => was.responsible === ana.id && was.backup === null,
    );
    expect(await of('obligation.update', alone?._id)).toMatchObject({ after: { responsible: ana.id } });
    // Once: asked again, as after an answer that was lost, nothing changes.
    expect(await admin.ok('userHandBack', { params, body: given })).toEqual(answer);
  });

  it('stays, by name and with the reason, where somebody changed it, deleted it, or may not give it', async () => {
    const made = await setUp(false);
    const { admin, params, people, given, idOf, heir, stranger, library, ana, ruleId, ruleOf } = made;
    await admin.ok('obligationPeople', {
      params: { id: idOf('Sin suplente') },
      body: { responsible: stranger.id, backup: null, version: 2 },
    });
    const member = { params: { id: library.id, user: ana.id } };
    await admin.ok('memberDelete', member);
    const gone = { _id: newId() };
    const deleted = { ...gone, version: 2, before: { responsible: ana.id, backup: null } };
    const body = { ...given, obligations: [...given.obligations, deleted] };
    const answer = await admin.ok('userHandBack', { params, body });
    expect(answer.obligations).toHaveLength(2);
    expect(answer.stay).toEqual([
      { _id: idOf('Sin suplente'), name: 'Sin suplente', reason: 'Cambió después.' },
      { ...gone, name: null, reason: 'Ya no existe.' },
      {
        ...{ _id: ruleId, name: 'Póliza vigente' },
        reason: `${ana.firstname} ${ana.lastname} ya no es miembro de su biblioteca.`,
      },
    ]);
    expect(await people()).toMatchObject({ 'Sin suplente': [null, null], 'Con suplente': ['ana', 'backup'] });
    expect(await ruleOf()).toBe(heir.id);
    await admin.ok('memberPut', { ...member, body: { roles: [] } });
    await admin.ok('groupArchive', { params: { id: library.id } });
    const rules = { params, body: { obligations: [], rules: given.rules } };
    expect(await admin.ok('userHandBack', rules)).toEqual({
      obligations: [],
      rules: [],
      stay: [{ _id: ruleId, name: 'Póliza vigente', reason: 'Su biblioteca está archivada.' }],
    });
    await admin.ok('groupUnarchive', { params: { id: library.id } });
    expect((await admin.ok('userHandBack', rules)).rules).toEqual([{ _id: ruleId, version: 3 }]);
  });

  it('is not there any more where it was deleted meanwhile', async () => {
    const { admin, params, calendar, obligation, today, heir, ana, folderId, ruleId } = await dutiesCompany(
      server(),
    );
    const { _id } = await admin.ok('obligationCreate', {
      body: {
        ...{ ...obligation({ title: 'Por venir', responsible: ana.id }), calendar },
        startsOn: addDays(today, 30),
      },
    });
    const given = await admin.ok('userHandOver', { params, body: { to: heir.id } });
    await admin.ok('obligationDelete', { params: { id: _id } });
    await admin.ok('ruleDelete', { params: { id: ruleId } });
    const answer = await admin.ok('userHandBack', { params, body: given });
    expect(answer.stay).toEqual([
      { _id, name: null, reason: 'Ya no existe.' },
      { _id: ruleId, name: null, reason: 'Ya no existe.' },
    ]);
    expect(answer.obligations).toHaveLength(3);
    expect((await admin.ok('rulesByFolder', { params: { id: folderId } })).rules).toEqual([]);
  });

  it('is refused for what was not theirs, people of elsewhere, a disabled account and things named twice', async () => {
    const { admin, params, people, given, heir, backup, ana } = await setUp();
    const now = await people();
    const foreign = await server().make.person(await server().make.organization());
    const [first] = given.obligations;
    if (!first) throw new Error('nothing was given');
    const said = async (before: { responsible: string | null; backup: string | null }, times = 1) => {
      const body = { obligations: Array.from({ length: times }, () => ({ ...first, before })), rules: [] };
      const { status, body: answer } = await admin.call('userHandBack', { params, body });
      return [status, answer.error?.code, Object.keys(answer.error?.details ?? {})[0]];
    };
    expect(await said({ responsible: heir.id, backup: backup.id })).toEqual([400, 'invalid', 'obligations']);
    expect(await said({ responsible: null, backup: null })).toEqual([400, 'invalid', 'obligations']);
    expect(await said({ responsible: ana.id, backup: foreign.id })).toEqual([400, 'invalid', 'obligations']);
    expect((await said({ responsible: ana.id, backup: ana.id }))[0]).toBe(400);
    expect((await said({ responsible: ana.id, backup: null }, 2))[0]).toBe(400);
    await admin.ok('userDisable', { params });
    expect(await said({ responsible: ana.id, backup: null })).toEqual([422, 'user_disabled', undefined]);
    expect(await people()).toEqual(now);
    const boss = await server().make.person(await server().make.organization(), { isAdmin: true });
    const elsewhere = await server().signIn(boss.email);
    expect((await elsewhere.call('userHandBack', { params, body: given })).status).toBe(404);
    // Theirs are not found by somebody of another organization either.
    const own = { responsible: boss.id, backup: null };
    const taken = await elsewhere.ok('userHandBack', {
      params: { id: boss.id },
      body: { ...given, obligations: given.obligations.map((each) => ({ ...each, before: own })) },
    });
    expect(taken.stay.map(({ name, reason }) => [name, reason])).toEqual(
      Array.from({ length: 4 }, () => [null, 'Ya no existe.']),
    );
    expect(await people()).toEqual(now);
  });
});
