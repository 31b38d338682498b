import { beforeEach, describe, expect, it } from 'vitest';
import { TEST_PASSWORD } from '../../../testing/factories.ts';
import { type Answer, type TestClient, useTestServer } from '../../../testing/http.ts';
import { createMeeting, type Meeting, said } from '../../../testing/races/race-fixture.ts';
import { oneAfterTheOther } from '../../../testing/races/races.ts';

/** Two connections to one PostgreSQL: calls that meet at one row, in either order. */
describe('at the same moment', () => {
  const server = useTestServer({ engine: 'postgres' });
  let m: Meeting;
  let made = 0;
  const sessionsOf = (user: string) =>
    server().database.db.selectFrom('refresh_families').select('id').where('user_id', '=', user).execute();
  beforeEach(async () => {
    m = await createMeeting(server());
  });

  describe('folders', () => {
    it('of one name: one is made, however it is spelled, and one renamed', async () => {
      expect(
        await m.meet(
          () => m.makeFolder(m.ana, 'Políticas'),
          () => m.makeFolder(m.eva, 'POLÍTICAS'.normalize('NFD')),
        ),
      ).toEqual(['201', '409 name_taken']);
      const [one, two] = [await m.folderNamed('Uno'), await m.folderNamed('Dos')];
      const rename = (id: string) => m.ana.call('folderUpdate', { params: { id }, body: { name: 'Tres' } });
      expect(
        await m.meet(
          () => rename(one),
          () => rename(two),
        ),
      ).toEqual(['200', '409 name_taken']);
    });

    it('moved into each other make no cycle', async () => {
      const ways = await m.bothWays(async () => {
        made += 1;
        const [one, two] = [await m.folderNamed(`Uno ${made}`), await m.folderNamed(`Dos ${made}`)];
        return [() => m.moveFolder(m.ana, one, two), () => m.moveFolder(m.eva, two, one)];
      });
      expect(ways).toEqual([
        ['200', '422 folder_cycle'],
        ['200', '422 folder_cycle'],
      ]);
    });

    it('that are removed take nothing with them: no document, no folder, neither moved nor made', async () => {
      const into = (folder: string, record: string) => () =>
        m.each(m.eva.call('batchMove', { body: { items: [{ record }], group: m.library.id, folder } }));
      const fresh = () => {
        made += 1;
        return m.folderNamed(`Carpeta ${made}`);
      };
      expect(
        await m.bothWays(async () => {
          const folder = await fresh();
          return [into(folder, (await m.document()).record), () => m.removeFolder(m.ana, folder)];
        }),
      ).toEqual([
        ['200 ok', '422 not_empty'],
        ['200', '200 invalid'],
      ]);
      expect(
        await m.bothWays(async () => {
          const folder = await fresh();
          const body = await m.entry(folder);
          return [() => m.eva.call('entryCreate', { body }), () => m.removeFolder(m.ana, folder)];
        }),
      ).toEqual([
        ['201', '422 not_empty'],
        ['200', '400 invalid'],
      ]);
      expect(
        await m.bothWays(async () => {
          const folder = await fresh();
          return [() => m.makeFolder(m.eva, 'Dentro', folder), () => m.removeFolder(m.ana, folder)];
        }),
      ).toEqual([
        ['201', '422 not_empty'],
        ['200', '400 invalid'],
      ]);
    });

    it('keep the default labels of whoever was first, where the other had not seen them', async () => {
      const id = await m.folderNamed('Actas');
      const label = () => server().make.label(m.organization);
      const [first, second] = [await label(), await label()];
      const set = (client: TestClient, chosen: string) =>
        client.call('folderUpdate', { params: { id }, body: { defaultLabels: [chosen], rev: 0 } });
      expect(
        await m.meet(
          () => set(m.ana, first),
          () => set(m.eva, second),
        ),
      ).toEqual(['200', '409 rev_changed']);
      const [folder] = await m.ana.ok('foldersByGroup', { params: { group: m.library.id } });
      expect(folder?.defaultLabels).toEqual([first]);
    });
  });

  describe('records', () => {
    it('keep the labels of whoever was first, where the other had not seen them', async () => {
      const { record: id } = await m.document();
      const rev = await m.revOf(id);
      const [first, second] = [
        await server().make.label(m.organization),
        await server().make.label(m.organization),
      ];
      const set = (client: TestClient, label: string) =>
        client.call('recordUpdate', { params: { id }, body: { rev, labels: [label] } });
      expect(
        await m.meet(
          () => set(m.ana, first),
          () => set(m.eva, second),
        ),
      ).toEqual(['200', '409 rev_changed']);
      expect((await m.ana.ok('recordById', { params: { id } })).labels.map((label) => label._id)).toEqual([
        first,
      ]);
    });

    it('are deleted once, and edited no more', async () => {
      const { record: id } = await m.document();
      const rev = await m.revOf(id);
      const remove = (client: TestClient) => client.call('recordDelete', { params: { id } });
      expect(
        await m.meet(
          () => remove(m.ana),
          () => remove(m.eva),
          () => m.eva.call('recordUpdate', { params: { id }, body: { rev, notes: 'Tarde' } }),
        ),
      ).toEqual(['200', '404 not_found', '404 not_found']);
    });

    it('that go to another library are changed there by whoever waited for them', async () => {
      const other = await server().make.library(m.organization);
      for (const user of [m.anaPerson, m.evaPerson])
        await m.boss.ok('memberPut', {
          params: { id: other.id, user: user.id },
          body: { roles: ['upload', 'review', 'publish'] },
        });
      const changes: readonly (readonly [(id: string) => Promise<Answer<unknown>>, string])[] = [
        [(id) => m.eva.call('recordAuthors', { params: { id }, body: { authors: [m.evaPerson.id] } }), '200'],
        [(id) => m.eva.call('recordDelete', { params: { id } }), '200'],
        // Whoever says what they saw is told that it is not so any more.
        [
          (id) => m.eva.call('recordUpdate', { params: { id }, body: { rev: 1, title: 'Otro título' } }),
          '409 rev_changed',
        ],
      ];
      for (const [change, answer] of changes) {
        const { record } = await m.document();
        const move = { items: [{ record }], group: other.id, folder: null };
        expect(
          await m.meet(
            () => m.each(m.ana.call('batchMove', { body: move })),
            () => change(record),
          ),
        ).toEqual(['200 ok', answer]);
      }
    });

    it('take one code, and one name on disk, each', async () => {
      const code = `COD-${made}`;
      const withCode = async (client: TestClient) => {
        const body = { ...(await m.wizard()), code };
        return () => client.call('recordCreate', { body });
      };
      expect(await m.meet(await withCode(m.ana), await withCode(m.eva))).toEqual(['201', '409 code_taken']);

      const body = await m.entry();
      const answers = await oneAfterTheOther(
        server(),
        { library: m.library.id },
        [m.ana, m.eva].map((client) => () => client.ok('entryCreate', { body })),
      );
      expect(new Set(answers.map((answer) => answer.record.diskName)).size).toBe(2);
    });
  });

  describe('people', () => {
    it('share no e-mail', async () => {
      const create = (client: TestClient) =>
        client.call('userCreate', {
          body: { email: 'nueva@legajo.test', firstname: 'Nueva', lastname: 'Persona' },
        });
      const answers = await Promise.all([create(m.boss), create(m.chief)]);
      expect(answers.map(said).sort()).toEqual(['201', '409 email_taken']);
    });

    it('who administer no longer do nothing more, though they had begun', async () => {
      const boss = await server().signIn(m.bossPerson.email);
      const { id } = m.bossPerson;
      const make = { body: { email: 'otra@legajo.test', firstname: 'Otra', lastname: 'Persona' } };
      const answers = await oneAfterTheOther<Answer<unknown>>(server(), { organization: m.organization.id }, [
        () => m.chief.call('userGroupRemove', { params: { id, name: 'admin' } }),
        () => boss.call('userGroupAdd', { params: { id: m.luisPerson.id, name: 'admin' } }),
        () => boss.call('userCreate', make),
        () => boss.call('userDisable', { params: { id: m.evaPerson.id } }),
      ]);
      expect(answers.map(said)).toEqual(['200', '403 forbidden', '403 forbidden', '403 forbidden']);
    });

    it('who are disabled begin no session, though their password was looked at before', async () => {
      const { id, email } = m.luisPerson;
      const { length: before } = await sessionsOf(id);
      const answers = await oneAfterTheOther<Answer<unknown>>(server(), { user: id }, [
        () => m.boss.call('userDisable', { params: { id } }),
        () => server().anyone.call('signIn', { body: { email, password: TEST_PASSWORD, client: 'api' } }),
      ]);
      expect(answers.map(said)).toEqual(['200', '401 disabled']);
      expect((await sessionsOf(id)).length).toBe(before);
    });
  });
});
