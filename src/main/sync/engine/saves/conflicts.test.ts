import { expect, test } from 'vitest';
import type { KeptBlockedItem } from '../../ports/journal.ts';
import type { Remote } from '../../ports/remote.ts';
import { FakeJournal } from '../../simulation/fakes/fake-journal.ts';
import { LIBRARY, ROOT, remote, remoteFolder } from '../../testing/planned.ts';
import { Memory } from '../comparing/memory.ts';
import { Conflicts } from './conflicts.ts';

const conflict: KeptBlockedItem = {
  ...{ key: 'v2', reason: 'conflict', path: `${ROOT}/Antes.docx`, recordId: 'r1', localId: 'op' },
};

test('a conflict has the path where its document is now: here, else on the server, else where it was made', () => {
  const memory = new Memory(new FakeJournal(() => undefined));
  let here: string | undefined = `${ROOT}/Aquí.docx`;
  const conflicts = new Conflicts(memory, {} as Remote, (id) => (id === 'r1' ? here : undefined));
  const paths = () => conflicts.open.map(({ path }) => path);
  const library = { id: LIBRARY, name: 'Calidad', path: ROOT, cursor: undefined, epoch: undefined };
  const folder = remoteFolder({ id: 'f1', name: 'Obras' });
  memory.commit([
    { type: 'library', library: { ...library, settledOnce: true } },
    { type: 'remote', node: folder },
    { type: 'remote', node: remote('v1', { parent: 'f1', name: 'Allá.docx' }) },
    { type: 'blocked', item: conflict },
  ]);
  expect(paths()).toEqual([`${ROOT}/Aquí.docx`]);
  here = undefined;
  expect(paths()).toEqual([`${ROOT}/Obras/Allá.docx`]);
  memory.commit([{ type: 'remote gone', id: 'r1' }]);
  expect(paths()).toEqual([conflict.path]);
  // Every other item has a path of its own.
  memory.commit([{ type: 'blocked', item: { ...conflict, key: '1:5', reason: 'copy' } }]);
  expect(paths()).toHaveLength(1);
});
