import { expect, test } from 'vitest';
import { live } from '../simulation/simulate.ts';
import { quiet, type Step } from '../simulation/steps.ts';

test('a document stays in its folder, though that is renamed and made anew while the bytes come', async () => {
  const act = (client: number, what: Step['act']): Step => ({ client, act: what });
  const renamed: Step['act'] = { do: 'move folder', file: 0, folder: 0, name: 'Planos' };
  const madeAnew: Step['act'] = { do: 'make folder', folder: 0, name: 'Obras' };
  const world = await live({
    order: 0,
    steps: [
      quiet(1),
      act(1, madeAnew),
      act(1, { do: 'create', file: 0, folder: 1, name: 'Acta.docx' }),
      quiet(1),
      quiet(1),
      quiet(0),
      act(1, { do: 'create', file: 0, folder: 1, name: 'Plano.png' }),
      quiet(1),
      quiet(1),
      { ...quiet(0), during: [renamed, madeAnew].map((what) => ({ at: 0, label: 'content', act: what })) },
    ],
  });
  const { server, clients } = world;
  const records = [...server.state.nodes.values()].filter(({ kind }) => kind === 'record');
  const there = records.map(({ id }) => world.serverPath(id, ''));
  expect(there.sort()).toEqual(['Planos/Acta.docx', 'Planos/Plano.png']);
  expect(clients.map((client) => world.documents(client).length)).toEqual([2, 2]);
});
