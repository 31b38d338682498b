import { describe, expect, test } from 'vitest';
import {
  LIBRARY,
  local,
  localFolder,
  onDisk,
  planOf,
  ROOT,
  remote,
  remoteFolder,
  synced,
  syncedFolder,
} from '../../testing/planned.ts';

/** Two people turn the nesting of the same folders around, one of them without knowing what the other did. */

type Nesting = Readonly<Record<string, string>>;

/** Each folder by its name, with the folder that it lies in; its id and identity follow from its name. */
const onServer = (nesting: Nesting) =>
  Object.entries(nesting).map(([name, parent]) => remoteFolder({ id: name, name, parent }));
const noted = (nesting: Nesting) =>
  Object.entries(nesting).map(([name, parent]) =>
    syncedFolder({ id: name, name, parent, identity: `i ${name}` }),
  );
const here = (...paths: string[]) =>
  paths.map((path) =>
    localFolder({ path: `${ROOT}/${path}`, identity: `i ${path.slice(path.lastIndexOf('/') + 1)}` }),
  );

describe('moves of folders that cannot both be', () => {
  // Here P/D/U; before, and at the server but for P, U/D.
  const setting = {
    remote: onServer({ U: LIBRARY, D: 'U', P: 'D' }),
    synced: noted({ U: LIBRARY, D: 'U', P: LIBRARY }),
    local: here('P', 'P/D', 'P/D/U'),
  };

  test('one is sent, though the server will refuse it: waiting for each other they would never be', () => {
    const { batch, unsettled } = planOf(setting);
    expect(batch).toEqual([
      { kind: 'move remote', id: 'D', path: `${ROOT}/P/D`, library: LIBRARY, parent: 'P', name: 'D' },
    ]);
    expect(unsettled).toBe(true);
  });

  test('once it is refused, so is the other, and they are put back from the inside outwards', () => {
    const refused = { U: LIBRARY, D: 'P', P: LIBRARY };
    const next = planOf({ ...setting, synced: noted(refused) });
    expect(next.batch).toEqual([
      { kind: 'move remote', id: 'U', path: `${ROOT}/P/D/U`, library: LIBRARY, parent: 'D', name: 'U' },
    ]);
    const both = planOf({ ...setting, synced: noted({ ...refused, U: 'D' }) });
    expect(both.batch).toEqual([onDisk(`${ROOT}/P/D/U`, `${ROOT}/U`, 'U')]);
  });
});

test('moves that wait for each other, and can be, go one after the other', () => {
  const before = { Uno: LIBRARY, Dos: 'Uno', Tres: 'Dos' };
  const { batch } = planOf({
    remote: onServer(before),
    synced: noted(before),
    local: here('Tres', 'Tres/Dos', 'Tres/Dos/Uno'),
  });
  expect(batch.map((each) => 'id' in each && each.id)).toEqual(['Tres']);
});

test('folders that are noted as lying in each other are known by their identity', () => {
  // Others turned Uno/Dos/Tres into Tres/Dos/Uno; Uno in Dos is noted, Dos in Tres not yet.
  const { batch } = planOf({
    remote: onServer({ Tres: LIBRARY, Dos: 'Tres', Uno: 'Dos' }),
    synced: noted({ Tres: LIBRARY, Dos: 'Uno', Uno: 'Dos' }),
    local: here('Tres', 'Dos', 'Dos/Uno'),
    gone: ['Dos', 'Uno'],
  });
  expect(batch).toEqual([onDisk(`${ROOT}/Dos`, `${ROOT}/Tres/Dos`, 'Dos')]);
});

test('a folder that lies in one which was deleted is still known', () => {
  const { batch } = planOf({
    remote: onServer({ Obras: LIBRARY }),
    synced: noted({ Obras: 'deleted' }),
    local: here('Planos', 'Planos/Obras'),
    gone: ['Obras'],
  });
  expect(batch).toEqual([onDisk(`${ROOT}/Planos/Obras`, `${ROOT}/Obras`, 'Obras')]);
});

test('a folder that takes the name of the one it lies in, which goes into it, waits until that one stepped aside', () => {
  const inside = remoteFolder({ id: 'Dos', name: 'Uno', parent: 'Tres' });
  const { batch } = planOf({
    remote: [remoteFolder({ id: 'Tres', name: 'Dos', parent: LIBRARY }), inside],
    synced: noted({ Dos: LIBRARY, Tres: 'Dos' }),
    local: here('Dos', 'Dos/Tres'),
  });
  expect(batch).toEqual([onDisk(`${ROOT}/Dos`, `${ROOT}/Dos (2)`, 'Dos')]);
});

/** At the server Uno, with Tres in it, and another Tres; here Tres, with Tres in it, and Uno: each lies in another's place. */
test.each([
  ['a', 'b', 'c'],
  ['a', 'c', 'b'],
  ['b', 'a', 'c'],
  ['b', 'c', 'a'],
  ['c', 'a', 'b'],
  ['c', 'b', 'a'],
])(
  'of three folders that wait for each other, one in another, one steps aside (%s, %s, %s)',
  (outer, inner, other) => {
    const folder = (path: string, id: string) =>
      localFolder({ path: `${ROOT}/${path}`, identity: `i ${id}` });
    const { batch } = planOf({
      remote: [
        remoteFolder({ id: outer, name: 'Uno' }),
        remoteFolder({ id: inner, name: 'Tres', parent: outer }),
        remoteFolder({ id: other, name: 'Tres' }),
      ],
      synced: [
        syncedFolder({ id: outer, name: 'Tres', identity: `i ${outer}` }),
        syncedFolder({ id: inner, name: 'Dos', parent: outer, identity: `i ${inner}` }),
        syncedFolder({ id: other, name: 'Tres', parent: inner, identity: `i ${other}` }),
      ],
      local: [folder('Tres', outer), folder('Tres/Tres', other), folder('Uno', inner)],
    });
    expect(batch).toEqual([
      expect.objectContaining({ kind: 'move local', to: expect.stringContaining(' (2)') }),
    ]);
  },
);

test('a folder is not looked for in one whose name differs in its letters only', () => {
  const { batch } = planOf({
    remote: [
      remoteFolder({ id: 'f1', name: 'planos' }),
      remoteFolder({ id: 'f2', name: 'Obras', parent: 'f1' }),
    ],
    local: [
      localFolder({ path: `${ROOT}/planos`, identity: 'i1' }),
      localFolder({ path: `${ROOT}/Planos`, identity: 'i2' }),
      localFolder({ path: `${ROOT}/Planos/Obras`, identity: 'i3' }),
    ],
  });
  const place = { parent: LIBRARY, name: 'planos' };
  expect(batch).toEqual([
    { kind: 'adopt folder', id: 'f1', path: `${ROOT}/planos`, place },
    { kind: 'make folder', id: 'f2', path: `${ROOT}/planos/Obras` },
  ]);
});

test('a folder that goes once it is empty steps aside where what is in it waits for what takes its name', () => {
  const other = { id: 'r2', name: 'Acta.docx' };
  const { batch } = planOf({
    remote: [remote('v1', { name: 'Informe.pdf' }), remote('v2', other)],
    synced: [
      synced('v1'),
      syncedFolder({ name: 'Obras' }),
      synced('v2', { ...other, parent: 'f1', identity: 'i2' }),
    ],
    local: [
      local('v1'),
      localFolder({ path: `${ROOT}/Informe.pdf` }),
      local('v2', { path: `${ROOT}/Informe.pdf/Acta.docx`, identity: 'i2' }),
    ],
  });
  expect(batch).toEqual([onDisk(`${ROOT}/Informe.pdf`, `${ROOT}/Informe (2).pdf`, 'f1')]);
});
