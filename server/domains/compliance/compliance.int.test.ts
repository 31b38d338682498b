import { describe, expect, it } from 'vitest';
import { DAY, ruledCompany } from '../../testing/companies/ruled-company.ts';
import { addVersion } from '../../testing/documents.ts';
import { useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

const ruleOf = (folder: string) =>
  ({
    folder,
    name: 'Una regla',
    appliesTo: 'folder',
    match: { titlePattern: 'plan' },
    validity: { basis: 'none' },
  }) as const;

describe.each(testEngines)('compliance of folders on %s', (engine) => {
  const server = useTestServer({ engine });

  it('is grey without rules, red without its document, green with it', async () => {
    const { folder, rule, document, shown, result, as, ahead } = await ruledCompany(server());
    const id = await folder('Seguros');
    expect(await shown(id)).toBe('none');
    const made = await rule(id);
    expect(await shown(id)).toBe('fail');
    expect((await result(as.ana, id))?.reasons).toEqual([{ code: 'MISSING' }]);
    const { record } = await document(id, { expiresOn: ahead(200) });
    expect(await shown(id)).toBe('ok');
    expect(await result(as.ana, id)).toMatchObject({
      status: 'complies',
      failsOn: ahead(201),
      nextChangeOn: ahead(141),
      satisfiedBy: [{ record: { _id: record } }],
    });
    // Expiry is a day that comes, not a state that somebody writes.
    expect(await shown(id, ahead(140))).toBe('ok');
    expect(await shown(id, ahead(141))).toBe('ok soon');
    expect(await shown(id, ahead(201))).toBe('fail');
    const off = { ...made, match: { documentType: made.match.documentType?._id ?? null }, responsible: null };
    await as.ana.ok('ruleUpdate', {
      params: { id: made._id },
      body: { ...off, exemptions: [], active: false },
    });
    expect(await shown(id)).toBe('none');
    await as.ana.ok('ruleDelete', { params: { id: made._id } });
    expect((await as.ana.ok('rulesByFolder', { params: { id } })).rules).toEqual([]);
  });

  it('judges the snapshot: drafts, edits and discards on top of it turn nothing red', async () => {
    const { folder, rule, document, shown, as, ahead } = await ruledCompany(server());
    const id = await folder('Seguros');
    await rule(id);
    const { record, version } = await document(id, { expiresOn: ahead(300) });
    const added = await addVersion(server(), as.ana, record, version._id);
    expect(await shown(id)).toBe('ok');
    const { rev } = await as.ana.ok('recordById', { params: { id: record } });
    await as.ana.ok('recordUpdate', { params: { id: record }, body: { rev, expiresOn: '2020-01-01' } });
    expect(await shown(id)).toBe('ok');
    await as.ana.ok('versionDiscard', { params: { id: added._id } });
    expect(await shown(id)).toBe('ok');
    const now = await as.ana.ok('recordById', { params: { id: record } });
    await as.ana.ok('reviewCreate', { body: { record, version: version._id, state: 4, rev: now.rev } });
    expect(await shown(id)).toBe('fail');
  });

  it('follows moves, the bin and what comes back from it', async () => {
    const { folder, rule, document, shown, as, library, ahead } = await ruledCompany(server());
    const [here, there] = [await folder('Aquí'), await folder('Allá')];
    await rule(here);
    await rule(there);
    const { record } = await document(here, { expiresOn: ahead(300) });
    expect([await shown(here), await shown(there)]).toEqual(['ok', 'fail']);
    await as.ana.ok('batchMove', { body: { items: [{ record }], group: library.id, folder: there } });
    expect([await shown(here), await shown(there)]).toEqual(['fail', 'ok']);
    await as.ana.ok('recordDelete', { params: { id: record } });
    expect(await shown(there)).toBe('fail');
    await as.ana.ok('binRestore', { body: { record } });
    expect(await shown(there)).toBe('ok');
  });

  it('keeps rules at the root of a library like in any folder', async () => {
    const { folder, rule, document, shown, group, result, as, library, ahead } = await ruledCompany(server());
    const root = library.id;
    const one = await folder('Uno');
    const inner = await folder('Dentro', one);
    const made = await rule(root, { name: 'Reglamento interno' });
    expect(made.folder).toEqual({ _id: root, name: library.name });
    expect((await group(as.ana)).colour).toBe('fail');
    expect([await shown(root), await shown(one)]).toEqual(['none', 'none']);
    const { record } = await document(null, { expiresOn: ahead(300) });
    expect((await group(as.ana)).colour).toBe('ok');
    expect(await result(as.ana, root)).toMatchObject({ status: 'complies', rule: { folder: { _id: root } } });
    await as.ana.ok('batchMove', { body: { items: [{ record }], group: root, folder: one } });
    expect((await group(as.ana)).colour).toBe('fail');
    await as.ana.ok('ruleDelete', { params: { id: made._id } });
    expect((await group(as.ana)).colour).toBe('none');

    const each = { appliesTo: 'eachChild' } as const;
    await rule(root, each);
    const two = await folder('Dos');
    expect([await shown(one), await shown(inner), await shown(two)]).toEqual(['ok', 'none', 'fail']);
    await as.ana.ok('folderUpdate', { params: { id: inner }, body: { parent: null } });
    expect([await shown(inner), await shown(two)]).toEqual(['fail', 'fail']);
    await as.ana.ok('folderUpdate', { params: { id: two }, body: { parent: one } });
    expect([await shown(inner), await shown(two)]).toEqual(['fail', 'none']);
    const found = await as.ana.ok('complianceByFolder', { params: { id: root }, query: {} });
    expect(found.below).toEqual([{ folder: { _id: inner, name: 'Dentro' }, path: 'Dentro', blocking: 1 }]);
    expect((await as.ana.ok('rulesByFolder', { params: { id: root } })).rules).toHaveLength(1);
    expect((await as.reader.call('ruleCreate', { body: { ...ruleOf(root) } })).status).toBe(403);
  });

  it('rolls red up, judges each sub-folder, and follows folders that move', async () => {
    const { folder, rule, document, shown, group, as, ahead } = await ruledCompany(server());
    const top = await folder('Contratistas');
    await rule(top, { appliesTo: 'eachChild' });
    expect(await shown(top)).toBe('ok');
    const one = await folder('Uno', top);
    const two = await folder('Dos', top);
    expect([await shown(top), await shown(one), await shown(two)]).toEqual(['fail', 'fail', 'fail']);
    await document(one, { expiresOn: ahead(300) });
    await document(two, { expiresOn: ahead(10) });
    expect([await shown(top), await shown(one), await shown(two)]).toEqual(['ok soon', 'ok', 'ok soon']);
    const outside = await folder('Otros');
    const three = await folder('Tres', outside);
    expect(await shown(three)).toBe('none');
    await as.ana.ok('folderUpdate', { params: { id: three }, body: { parent: top } });
    expect([await shown(three), await shown(top), await shown(outside)]).toEqual(['fail', 'fail', 'none']);
    expect((await group(as.ana)).colour).toBe('fail');
    const found = await as.ana.ok('complianceByFolder', { params: { id: top }, query: {} });
    expect(found.below).toEqual([{ folder: { _id: three, name: 'Tres' }, path: 'Tres', blocking: 1 }]);
    expect((await as.ana.ok('dashboard')).red).toMatchObject({
      count: 1,
      items: [{ folder: { _id: three }, path: 'Contratistas / Tres', blocking: 1 }],
    });
    await as.ana.ok('folderDelete', { params: { id: three } });
    expect(await shown(top)).toBe('ok soon');
  });

  it('asks nothing of the months before a folder was made, where the rule has a first day', async () => {
    const { folder, rule, shown, result, as, ahead } = await ruledCompany(server());
    const top = await folder('Contratistas');
    const monthly = {
      periodicity: 'monthly',
      validity: { basis: 'period' },
      appliesTo: 'eachChild',
    } as const;
    const made = await rule(top, { ...monthly, startsOn: ahead(-100) });
    expect(made.startsOn).toBe(ahead(-100));
    const child = await folder('Excavaciones Maipo Ltda.', top);
    expect(await shown(child)).toBe('ok');
    expect(await result(as.ana, child)).toMatchObject({ status: 'complies', satisfiedBy: [], reasons: [] });
    expect((await result(as.ana, child))?.startsOn).toBe(ahead(0));
    // Its first month is asked for once that is over.
    expect(await shown(child, ahead(63))).toBe('fail');
    const { version } = made;
    const body = { ...ruleOf(top), ...monthly, startsOn: null, version };
    await as.ana.ok('ruleUpdate', { params: { id: made._id }, body: body as never });
    expect(await shown(child)).toBe('fail');
    await as.ana.ok('ruleUpdate', {
      params: { id: made._id },
      body: { ...body, startsOn: ahead(40), version: version + 1 } as never,
    });
    expect((await result(as.ana, child))?.startsOn).toBe(ahead(40));
  });

  it('is brought on by the daily job, which tells the screens', async () => {
    const { folder, rule, document, ahead, library } = await ruledCompany(server());
    const id = await folder('Seguros');
    await rule(id);
    await document(id, { expiresOn: ahead(2) });
    const { compliance, deps } = server().running.services;
    await compliance.refresh(deps.now());
    const timeline = async () => {
      const row = await server()
        .database.db.selectFrom('compliance_timelines')
        .selectAll()
        .where('folder_id', '=', id)
        .executeTakeFirstOrThrow();
      return row.begins.map((day, at) => `${day} ${row.blocking[at]} ${row.due_soon[at]} ${row.due_on[at]}`);
    };
    const [falls, fails] = [`${ahead(0)} 0 true ${ahead(3)}`, `${ahead(3)} 1 false ${ahead(3)}`];
    expect(await timeline()).toEqual([falls, fails]);
    server().advance(3 * DAY);
    expect(await compliance.refresh(deps.now())).toBeGreaterThan(0);
    expect(await timeline()).toEqual([fails]);
    expect(await compliance.refresh(deps.now())).toBe(0);
    const told = await server()
      .database.db.selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'folder.changed')
      .execute();
    expect(told.map((row) => row.payload)).toContainEqual(
      expect.objectContaining({ folder: id, group: library.id }),
    );
  });
});
