import { describe, expect, it } from 'vitest';
import { company } from '../../testing/companies/company.ts';
import { makeDocument } from '../../testing/documents.ts';
import { type Answer, useTestServer } from '../../testing/http.ts';
import { oneAfterTheOther } from '../../testing/races/races.ts';

const said = ({ status, body }: Answer<unknown>): string =>
  status < 400 ? String(status) : `${status} ${body.error?.code}`;

/** Two connections to one PostgreSQL: what meets at a library, in either order, leaves its colours right. */
describe('rules and what they judge, at the same moment', () => {
  const server = useTestServer({ engine: 'postgres' });

  async function setUp() {
    const { organization, library, people } = await company(server());
    const roles = ['upload', 'review', 'publish'] as const;
    const [ana, eva] = await Promise.all(
      [1, 2].map(async () => {
        const person = await server().make.person(organization, { libraries: [[library, roles]] });
        return server().signIn(person.email);
      }),
    );
    if (!ana || !eva) throw new Error('nobody signed in');
    const documentType = await server().make.documentType(organization);
    const folder = async (name: string) =>
      (await ana.ok('folderCreate', { body: { group: library.id, name } }))._id;
    const [here, there] = [await folder('Aquí'), await folder('Allá')];
    const rule = {
      name: 'Plan vigente',
      appliesTo: 'folder' as const,
      match: { documentType },
      validity: { basis: 'none' as const },
    };
    const ruleIn = (at: string) => ana.ok('ruleCreate', { body: { folder: at, ...rule } });
    const document = (at: string) =>
      makeDocument(server(), ana, library, { folder: at, documentType, state: 3 });
    const colour = async (id: string) => {
      const found = await ana.ok('complianceByGroup', { params: { group: library.id }, query: {} });
      return found.folders.find((each) => each._id === id)?.colour ?? 'none';
    };
    const move = (client: typeof ana, record: string, to: string) => async () => {
      const body = { items: [{ record }], group: library.id, folder: to };
      return said(await client.call('batchMove', { body }));
    };
    return { library, people, ana, eva, here, there, rule, ruleIn, document, colour, move };
  }
  type Setting = Awaited<ReturnType<typeof setUp>>;

  /** Both orders, each in a library of its own. */
  async function bothWays(calls: (setting: Setting) => Promise<readonly (() => Promise<string>)[]>) {
    const ways: string[][] = [];
    for (const turned of [false, true]) {
      const setting = await setUp();
      const line = [...(await calls(setting))];
      if (turned) line.reverse();
      const answers = await oneAfterTheOther(server(), { library: setting.library.id }, line);
      ways.push([...answers, await setting.colour(setting.here), await setting.colour(setting.there)]);
    }
    return ways;
  }

  it('two edits of one rule: one is kept, the other is told what is there', async () => {
    const setting = await setUp();
    const made = await setting.ruleIn(setting.here);
    const edit = (client: typeof setting.ana, name: string) => async () =>
      said(
        await client.call('ruleUpdate', {
          params: { id: made._id },
          body: { ...setting.rule, name, version: 1 },
        }),
      );
    expect(
      await oneAfterTheOther(server(), { library: setting.library.id }, [
        edit(setting.ana, 'Plan de Ana'),
        edit(setting.eva, 'Plan de Eva'),
      ]),
    ).toEqual(['200', '409 rev_changed']);
    const { rules } = await setting.ana.ok('rulesByFolder', { params: { id: setting.here } });
    expect(rules.map(({ name, version }) => [name, version])).toEqual([['Plan de Ana', 2]]);
  });

  it('a rule that is made while its document comes or goes', async () => {
    const ways = await bothWays(async ({ ana, eva, here, there, rule, document, move }) => {
      const { record } = await document(there);
      return [
        async () => said(await ana.call('ruleCreate', { body: { folder: here, ...rule } })),
        move(eva, record, here),
      ];
    });
    expect(ways).toEqual([
      ['201', '200', 'ok', 'none'],
      ['200', '201', 'ok', 'none'],
    ]);
  });

  it('two documents that change places', async () => {
    const ways = await bothWays(async ({ ana, eva, here, there, ruleIn, document, move }) => {
      await ruleIn(here);
      await ruleIn(there);
      const first = await document(here);
      const second = await document(there);
      return [move(ana, first.record, there), move(eva, second.record, here)];
    });
    expect(ways).toEqual([
      ['200', '200', 'ok', 'ok'],
      ['200', '200', 'ok', 'ok'],
    ]);
  });

  it('the daily job beside somebody’s write', async () => {
    const ways = await bothWays(async ({ eva, here, there, ruleIn, document, move }) => {
      await ruleIn(here);
      const { record } = await document(here);
      const { compliance, deps } = server().running.services;
      const { db } = server().database;
      // As if a day had passed since: its first span is over.
      await db
        .updateTable('compliance_timelines')
        .set({
          begins: ['2020-01-01', '2020-01-02'],
          blocking: [0, 1],
          warnings: [0, 0],
          next_on: '2020-01-02',
        })
        .where('folder_id', '=', here)
        .execute();
      return [async () => String((await compliance.refresh(deps.now())) > 0), move(eva, record, there)];
    });
    expect(ways).toEqual([
      ['true', '200', 'fail', 'none'],
      ['200', 'true', 'fail', 'none'],
    ]);
  });

  it('a right to rule that is taken away while its holder waits', async () => {
    const { library, ana, here, rule, people } = await setUp();
    const admin = await server().make.person({ id: library.organization, name: '' }, { isAdmin: true });
    const boss = await server().signIn(admin.email);
    const publisher = await server().signIn(people.publisher.email);
    const demote = async () => {
      const params = { id: library.id, user: people.publisher.id };
      return said(await boss.call('memberPut', { params, body: { roles: ['upload'] } }));
    };
    const make = async () => said(await publisher.call('ruleCreate', { body: { folder: here, ...rule } }));
    expect(await oneAfterTheOther(server(), { library: library.id }, [demote, make])).toEqual([
      '200',
      '403 forbidden',
    ]);
    expect((await ana.ok('rulesByFolder', { params: { id: here } })).rules).toEqual([]);
  });
});
