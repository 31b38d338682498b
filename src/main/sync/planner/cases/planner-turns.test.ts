import { describe, expect, test } from 'vitest';
import type { KeptBlockedItem } from '../../ports/journal.ts';
import {
  LIBRARY,
  local,
  localFolder,
  planOf,
  ROOT,
  remote,
  remoteFolder,
  type Setting,
  synced,
  syncedFolder,
} from '../../testing/planned.ts';
import type { LocalFile, RemoteRecord } from '../trees.ts';

const ACTA = `${ROOT}/Acta.docx`;
const second = { id: 'r2', name: 'Otra.docx' };

/** `Otra.docx` was renamed here to `Acta.docx`, the name that `r1` has at the server. */
const takesActa = (one: Setting): Setting => ({
  ...one,
  remote: [...(one.remote ?? []), remote('v2', second)],
  synced: [...(one.synced ?? []), synced('v2', { ...second, identity: 'i2' })],
  local: [...(one.local ?? []), local('v2', { path: ACTA, identity: 'i2' })],
});
const sent = {
  kind: 'move remote',
  id: 'r2',
  path: ACTA,
  library: LIBRARY,
  parent: LIBRARY,
  name: 'Acta.docx',
};

describe('a new file or folder under the first name of a chain of renames', () => {
  /** `Acta.docx` was renamed to `Otra.docx`, and that one to `Tercera.docx`. */
  const chain: Setting = {
    remote: [remote('v1'), remote('v2', second)],
    synced: [synced('v1'), synced('v2', { ...second, identity: 'i2' })],
    local: [
      local('v1', { path: `${ROOT}/Otra.docx` }),
      local('v2', { path: `${ROOT}/Tercera.docx`, identity: 'i2' }),
    ],
  };
  const last = expect.objectContaining({ kind: 'move remote', id: 'r2', name: 'Tercera.docx' });

  test.each([
    ['a file', [local('nuevo', { path: ACTA, identity: 'i3' })]],
    [
      'a folder',
      [
        localFolder({ path: ACTA, identity: 'i3' }),
        local('x', { path: `${ROOT}/Acta.docx/x.txt`, identity: 'i4' }),
      ],
    ],
  ])('%s waits until all of them have moved', (_, fresh) => {
    const { batch, unsettled } = planOf({ ...chain, local: [...(chain.local ?? []), ...fresh] });
    expect(batch).toEqual([last]);
    expect(unsettled).toBe(true);
  });
});

describe('a new file under the name of one that was put into a new folder', () => {
  const there = { remote: [remote('v1')], synced: [synced('v1')] };
  const fresh = local('nuevo', { path: ACTA, identity: 'i3' });
  const folder = (name: string, identity: string) => localFolder({ path: `${ROOT}/${name}`, identity });
  const makes = (name: string, identity = 'i4') => ({
    kind: 'create folder',
    library: LIBRARY,
    path: `${ROOT}/${name}`,
    parent: LIBRARY,
    name,
    identity,
  });

  test('waits until the folder is made, and the other one has moved', () => {
    const moved = local('v1', { path: `${ROOT}/Antiguos/Acta.docx` });
    const plan = planOf({ ...there, local: [folder('Antiguos', 'i4'), moved, fresh] });
    expect([plan.batch, plan.unsettled]).toEqual([[makes('Antiguos')], true]);
  });

  test('waits for a folder with the name of another document that moved too', () => {
    const plan = planOf({
      remote: [...there.remote, remote('v2', { ...second, name: 'Antiguos' })],
      synced: [...there.synced, synced('v2', { ...second, name: 'Antiguos', identity: 'i2' })],
      local: [
        folder('Antiguos', 'i4'),
        local('v1', { path: `${ROOT}/Antiguos/Acta.docx` }),
        local('v2', { path: `${ROOT}/Otra.docx`, identity: 'i2' }),
        fresh,
      ],
    });
    const moves = expect.objectContaining({ kind: 'move remote', id: 'r2', name: 'Otra.docx' });
    expect([plan.batch, plan.unsettled]).toEqual([[moves], true]);
  });

  test.each<[string, string, Partial<RemoteRecord>, Partial<Setting>]>([
    ['has a name that no folder can have', 'Obra\u0007', {}, {}],
    ['lies too deep', Array.from({ length: 21 }, (_, at) => `n${at}`).join('/'), {}, {}],
    ['may not get the document', 'Antiguos', { writable: false }, {}],
  ])('does not wait where the folder %s', (_, name, node) => {
    const names = name.split('/');
    const folders = names.map((_name, at) => folder(names.slice(0, at + 1).join('/'), `f${at}`));
    const plan = planOf({
      remote: [remote('v1', node)],
      synced: [synced('v1', { writable: node.writable ?? true })],
      local: [...folders, local('v1', { path: `${ROOT}/${name}/Acta.docx` }), fresh],
    });
    const own = plan.batch.filter((each) => 'path' in each && each.path === ACTA);
    expect([own.length, plan.unsettled]).toEqual([1, false]);
  });

  test('waits for the deepest folder that there may be', () => {
    const names = Array.from({ length: 20 }, (_, at) => `n${at}`);
    const folders = names.map((_, at) => folder(names.slice(0, at + 1).join('/'), `f${at}`));
    const moved = local('v1', { path: `${ROOT}/${names.join('/')}/Acta.docx` });
    const plan = planOf({ ...there, local: [...folders, moved, fresh] });
    const below = names.slice(1).map((name) => expect.objectContaining({ kind: 'create folder', name }));
    expect([plan.batch, plan.unsettled]).toEqual([[makes('n0', 'f0'), ...below], true]);
  });

  test('goes aside where the folder itself has that name', () => {
    const inside = local('v1', { path: `${ACTA}/Acta.docx` });
    const plan = planOf({ ...there, local: [folder('Acta.docx', 'i4'), inside] });
    expect(plan.batch).toEqual([expect.objectContaining({ kind: 'move remote', id: 'r1' })]);
  });

  test('two documents that went into new folders with each other’s names do not wait for ever', () => {
    const plan = planOf({
      remote: [remote('v1', { name: 'Uno' }), remote('v2', { id: 'r2', name: 'Dos' })],
      synced: [synced('v1', { name: 'Uno' }), synced('v2', { id: 'r2', name: 'Dos', identity: 'i2' })],
      local: [
        folder('Uno', 'i4'),
        folder('Dos', 'i5'),
        local('v1', { path: `${ROOT}/Dos/Uno` }),
        local('v2', { path: `${ROOT}/Uno/Dos`, identity: 'i2' }),
      ],
    });
    expect(plan.batch).not.toEqual([]);
  });
});

describe('a document that takes the name of one that was edited and renamed here', () => {
  const edited = (there: Partial<RemoteRecord>, here: Partial<LocalFile>, options = {}) =>
    planOf(
      takesActa({
        remote: [remote('v1', there)],
        synced: [synced('v1')],
        local: [local('x', { path: `${ROOT}/Tercera.docx`, ...here })],
        options,
      }),
    );
  const refused: KeptBlockedItem = {
    key: 'i1',
    reason: 'refused',
    path: ACTA,
    sha256: 'sha-x',
    localId: 'l',
  };

  test('waits until that one is sent and renamed', () => {
    const { batch, unsettled } = edited({}, {});
    expect(batch).toEqual([expect.objectContaining({ kind: 'upload version', id: 'r1' })]);
    expect(unsettled).toBe(true);
  });

  test('waits where that one is open, but has nothing to be sent', () => {
    const { batch, unsettled } = edited({}, { sha256: 'sha-v1', locked: true });
    expect(batch).toEqual([]);
    expect(unsettled).toBe(true);
  });

  test.each<[string, Partial<RemoteRecord>, Partial<LocalFile>, object?]>([
    ['may not be edited', { writable: false }, {}],
    ['is open', {}, { locked: true }],
    ['was emptied', {}, { size: 0 }],
    ['was refused', {}, {}, { blocked: new Map([['i1', refused]]) }],
  ])('does not wait where that one %s', (_name, there, here, options) => {
    const { batch, unsettled } = edited(there, here, options);
    expect(batch).toContainEqual(sent);
    expect(unsettled).toBe(false);
  });
});

describe('a document that takes the name of one that does not leave it', () => {
  const mine = { path: `${ROOT}/Mia.docx` };

  test('is sent where a colleague gave that name to another one', () => {
    const renamed = {
      remote: [remote('v1')],
      synced: [synced('v1', { name: 'Vieja.docx' })],
      local: [local('v1', mine)],
    };
    expect(planOf(takesActa(renamed)).batch).toEqual([sent]);
  });

  test('is sent where a colleague moved another one of that name there', () => {
    const moved = {
      remote: [remoteFolder(), remote('v1')],
      synced: [syncedFolder(), synced('v1', { parent: 'f1' })],
      local: [localFolder(), local('v1', { path: `${ROOT}/Obras/Mia.docx` })],
    };
    expect(planOf(takesActa(moved)).batch).toEqual([sent]);
  });

  test('is sent where that one has another spelling of it', () => {
    const { batch, unsettled } = planOf({
      remote: [remote('v1'), remote('v2', second)],
      synced: [synced('v1'), synced('v2', { ...second, identity: 'i2' })],
      local: [local('v1'), local('v2', { path: `${ROOT}/acta.docx`, identity: 'i2' })],
    });
    expect(batch).toEqual([{ ...sent, path: `${ROOT}/acta.docx`, name: 'acta.docx' }]);
    expect(unsettled).toBe(false);
  });

  test('is sent where only upper and lower case of its own name changed', () => {
    const { batch } = planOf({
      remote: [remote('v1')],
      synced: [synced('v1')],
      local: [local('v1', { path: `${ROOT}/acta.docx` })],
    });
    expect(batch).toEqual([{ ...sent, id: 'r1', path: `${ROOT}/acta.docx`, name: 'acta.docx' }]);
  });
});

/** `Obras` holds `Planos` at the server; here it is the other way round. */
const turned = (obras: string, planos: string): Setting => ({
  remote: [remoteFolder(), remoteFolder({ id: 'f2', parent: 'f1', name: 'Planos' })],
  synced: [syncedFolder(), syncedFolder({ id: 'f2', parent: 'f1', name: 'Planos', identity: 'if2' })],
  local: [localFolder({ path: obras }), localFolder({ path: planos, identity: 'if2' })],
});

describe('a folder that was moved into one that it holds at the server', () => {
  test('is sent, for the server to decide, where a colleague moved that one into it meanwhile', () => {
    const path = `${ROOT}/Planos/Obras`;
    const setting = {
      ...turned(path, `${ROOT}/Planos`),
      synced: [syncedFolder(), syncedFolder({ id: 'f2', name: 'Planos', identity: 'if2' })],
    };
    expect(planOf(setting).batch).toEqual([{ ...sent, id: 'f1', path, parent: 'f2', name: 'Obras' }]);
  });

  test('makes room where a new folder around them has its name', () => {
    const path = `${ROOT}/Obras/Planos/Viejas`;
    const setting = turned(path, `${ROOT}/Obras/Planos`);
    const around = localFolder({ identity: 'if3' });
    const { batch } = planOf({ ...setting, local: [around, ...(setting.local ?? [])] });
    expect(batch).toEqual([{ ...sent, id: 'f1', path, name: 'Obras (2)' }]);
  });

  test('waits with the one that takes its name until the new folder around them is made', () => {
    const setting = turned(`${ROOT}/Nueva/Planos/Obras`, `${ROOT}/Nueva/Planos`);
    const third = { id: 'f3', name: 'Sur' };
    const { batch, unsettled } = planOf({
      remote: [...(setting.remote ?? []), remoteFolder(third)],
      synced: [...(setting.synced ?? []), syncedFolder({ ...third, identity: 'if3' })],
      local: [
        ...(setting.local ?? []),
        localFolder({ path: `${ROOT}/Nueva`, identity: 'if4' }),
        localFolder({ identity: 'if3' }),
      ],
    });
    const nueva = { path: `${ROOT}/Nueva`, library: LIBRARY, parent: LIBRARY, name: 'Nueva' };
    expect(batch).toEqual([{ kind: 'create folder', ...nueva, identity: 'if4' }]);
    expect(unsettled).toBe(true);
  });
});

describe('a document that takes the name of one that is being made', () => {
  const renamed: Setting = {
    remote: [remote('v1')],
    synced: [synced('v1')],
    local: [local('v1', { path: `${ROOT}/Otra.docx` })],
  };
  const beingMade = (identity: string) => ({ beingMade: new Map([[`${LIBRARY}/otra.docx`, identity]]) });

  test('waits until that one is made, and leaves it', () => {
    const plan = planOf({ ...renamed, options: beingMade('i9') });
    expect([plan.batch, plan.unsettled]).toEqual([[], true]);
  });

  test('does not wait for itself', () => {
    const plan = planOf({ ...renamed, options: beingMade('i1') });
    expect(plan.batch).toEqual([expect.objectContaining({ kind: 'move remote', name: 'Otra.docx' })]);
  });
});

test.each([
  ['f1', 'f2', 'f3'],
  ['f2', 'f3', 'f1'],
  ['f3', 'f1', 'f2'],
  ['f3', 'f2', 'f1'],
])(
  'what leaves a folder goes first, where two others together would put that folder into itself (%s, %s, %s)',
  (outer, inner, other) => {
    const on = [
      remoteFolder({ id: outer, name: 'Afuera' }),
      remoteFolder({ id: inner, name: 'Dentro', parent: outer }),
      remoteFolder({ id: other, name: 'Otra' }),
    ];
    const at = (id: string, path: string) => localFolder({ path: `${ROOT}/${path}`, identity: `i ${id}` });
    const { batch, unsettled } = planOf({
      remote: on,
      synced: on.map(({ id, name, parent }) => syncedFolder({ id, name, parent, identity: `i ${id}` })),
      local: [at(inner, 'Dentro'), at(other, 'Dentro/Otra'), at(outer, 'Dentro/Otra/Afuera')],
    });
    expect(batch).toEqual([expect.objectContaining({ kind: 'move remote', id: inner, parent: LIBRARY })]);
    expect(unsettled).toBe(true);
  },
);
