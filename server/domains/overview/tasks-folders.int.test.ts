import { describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { addDays } from '#shared/platform/days.ts';
import { busyCompany, list, shown, tasks } from '../../testing/companies/busy-company.ts';
import { lead } from '../../testing/companies/company.ts';
import { addVersion } from '../../testing/documents.ts';
import { useTestServer } from '../../testing/http.ts';

describe.each(['pglite', 'postgres'] as const)('tasks of folders that do not comply, on %s', (engine) => {
  const server = useTestServer({ engine });

  it('have a folder in red for whoever its failing rule names, else for who publishes', async () => {
    const at = await busyCompany(server());
    const { as, people } = at;
    const types = [
      await server().make.documentType(at.organization),
      await server().make.documentType(at.organization),
    ];
    const folder = await at.folder('Camión');
    const match = (type: string | undefined) => ({
      match: { documentType: type ?? null, labelsAll: [], labelsAny: [], titlePattern: '' },
    });
    await at.rule(folder, { name: 'Revisión técnica', ...match(types[0]), responsible: people.reader.id });
    await at.rule(folder, { name: 'Seguro', ...match(types[1]) });
    expect(await list(as.reader)).toEqual(['Camión: folder']);
    expect(await list(as.publisher)).toEqual(['Camión: folder']);
    expect(await list(as.author)).toEqual([]);
    await at.document('Seguro del camión', {
      folder,
      documentType: types[1],
      state: 3,
      expiresOn: at.ahead(90),
    });
    expect(await list(as.publisher)).toEqual([]);
    expect(await list(as.reader)).toEqual(['Camión: folder']);
    // What failed names somebody who is no member any more.
    await server().database.db.deleteFrom('group_members').where('user_id', '=', people.reader.id).execute();
    expect(await list(as.publisher)).toEqual(['Camión: folder']);
    await at.document('Revisión del camión', {
      folder,
      documentType: types[0],
      state: 3,
      expiresOn: at.ahead(90),
    });
    expect(await list(as.publisher)).toEqual([]);
  });

  it('tell of a folder once: where a document of one’s own keeps it from complying, that is the task', async () => {
    const at = await busyCompany(server());
    const { as, today } = at;
    const folder = await at.folder('Grúa');
    const paper = { folder, documentType: at.type, state: 3 as const, expiresOn: addDays(today, -3) };
    const { record } = await at.document('Revisión de la grúa', paper);
    await at.rule(folder);
    const { items, counts } = await tasks(as.ana);
    expect(items.map(shown)).toEqual(['Revisión de la grúa: expire,folder']);
    expect(items[0]).toMatchObject({ kind: 'expire', dueOn: addDays(today, -3), folder: null });
    expect(counts).toMatchObject({ all: 1, expire: 1, folder: 1 });
    // A list of its kind is complete, and counts the same.
    const folders = await tasks(as.ana, { kind: 'folder' });
    expect(folders.items.map(shown)).toEqual(['Grúa: folder']);
    expect(folders.counts).toEqual(counts);
    expect(await list(as.ana, { kind: 'expire' })).toEqual(['Revisión de la grúa: expire,folder']);
    // Whoever has no task for the document has one for the folder.
    expect(await list(as.publisher)).toEqual(['Grúa: folder']);

    // Its next version waits for a decision: that decision is the publisher's task.
    const { currentVersion } = await as.ana.ok('recordById', { params: { id: record } });
    await addVersion(server(), as.ana, record, currentVersion?._id ?? '');
    await lead(as, record, STATE.pendingReview, STATE.approved);
    expect(await list(as.publisher)).toEqual(['Revisión de la grúa: publish,expire,folder']);

    // What no document of theirs would mend is a task again: a second paper that is missing, …
    await at.rule(folder, { name: 'Dos pólizas', minCount: 2 });
    expect(await list(as.publisher)).toEqual(['Grúa: folder', 'Revisión de la grúa: publish,expire']);
    // … on every page of the list.
    const { nextCursor } = await tasks(as.publisher, { limit: '1' });
    expect(await list(as.publisher, { limit: '1', cursor: nextCursor ?? '' })).toEqual([
      'Revisión de la grúa: publish,expire',
    ]);
  });
});
