import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clashKey } from '#shared/platform/files/names.ts';
import { file, folder, found, matched, missingFor, place, record } from '../../testing/recognized.ts';
import { baseName, type SyncedNode } from '../trees.ts';
import { isBackupOf, isKeptBackup, mayBeKeptBackup } from './backups.ts';
import { SAVE_GAP_MS } from './matching.ts';

describe('identity follows the file', () => {
  const one = record('Informe.docx', 'i1');
  const id = one.id;

  test.each([
    ['renamed, and a new file under its old name', ['Calidad/Base.docx', 'i1'], 'Calidad/Base.docx'],
    ['moved to another library', ['Obras/Informe.docx', 'i1'], 'Obras/Informe.docx'],
    ['kept as Informe.bak', ['Calidad/Informe.bak', 'i1'], 'Calidad/Informe.docx'],
    ['kept as Informe.docx.bak', ['Calidad/Informe.docx.bak', 'i1'], 'Calidad/Informe.docx'],
    ['kept as Informe.docx.orig', ['Calidad/Informe.docx.orig', 'i1'], 'Calidad/Informe.docx'],
    ['kept under a suffix of its own', ['Calidad/Informe.docx.20261125', 'i1'], 'Calidad/Informe.docx'],
    [
      'renamed to a longer name',
      ['Calidad/Informe.docx final.docx', 'i1'],
      'Calidad/Informe.docx final.docx',
    ],
    ['under eight hex digits, as Excel does', ['Calidad/5F3A2B10', 'i1'], 'Calidad/Informe.docx'],
    ['in another folder under a name like a backup', ['Obras/Informe.bak', 'i1'], 'Obras/Informe.bak'],
    ['gone', ['Calidad/Otro.docx', 'i7'], 'Calidad/Informe.docx'],
  ] as const)('%s', (_, [path, identity], where) => {
    expect(found([one], [file('Calidad/Informe.docx', 'i9'), file(path, identity)])).toEqual({ [id]: where });
  });

  test('its path is free, and its file has a backup’s name: it waits, for ten seconds', () => {
    const entries = [file('Calidad/Informe.bak', 'i1')];
    const first = matched([one], entries);
    expect([first.entryOf.size, [...first.saving], first.idOf.get('Org/Calidad/Informe.bak')]).toEqual([
      0,
      [id],
      id,
    ]);
    expect(found([one], entries, missingFor(id, SAVE_GAP_MS - 1))).toEqual({});
    expect(found([one], entries, missingFor(id, SAVE_GAP_MS))).toEqual({ [id]: 'Calidad/Informe.bak' });
  });

  test('its path was free for ten seconds: other bytes there are another document, the same bytes are it', () => {
    const other = [file('Calidad/Informe.docx', 'i9')];
    expect(found([one], other, missingFor(id, SAVE_GAP_MS - 1))).toEqual({ [id]: 'Calidad/Informe.docx' });
    expect(found([one], other, missingFor(id, SAVE_GAP_MS))).toEqual({});
    const unread = [{ ...file('Calidad/Informe.docx', 'i9'), sha256: undefined }];
    expect(found([one], unread, missingFor(id, SAVE_GAP_MS))).toEqual({});
    const same = [file('Calidad/Informe.docx', 'i9', 'bytes of i1')];
    expect(found([one], same, missingFor(id, SAVE_GAP_MS))).toEqual({ [id]: 'Calidad/Informe.docx' });
  });

  test('saved by another file under its name in another case', () => {
    const saved = [file('Calidad/INFORME.docx', 'i9')];
    expect(found([one], saved)).toEqual({ [id]: 'Calidad/INFORME.docx' });
    expect(found([one], saved, missingFor(id, SAVE_GAP_MS))).toEqual({});
    // Nothing tells which of both is the save, and a file that is another record is none.
    expect(found([one], [...saved, file('Calidad/informe.docx', 'i8')])).toEqual({});
    const two = record('Acta.docx', 'i9');
    expect(found([one, two], saved)).toEqual({ [two.id]: 'Calidad/INFORME.docx' });
    // Its own name comes first.
    expect(found([one], [...saved, file('Calidad/Informe.docx', 'i8')])).toEqual({
      [id]: 'Calidad/Informe.docx',
    });
  });

  test('chains and swaps', () => {
    const two = record('Acta.docx', 'i2');
    const swapped = [file('Calidad/Informe.docx', 'i2'), file('Calidad/Acta.docx', 'i1')];
    expect(found([one, two], swapped)).toEqual({
      [id]: 'Calidad/Acta.docx',
      [two.id]: 'Calidad/Informe.docx',
    });
    const chain = [
      file('Calidad/Acta.docx', 'i1'),
      file('Calidad/C.docx', 'i2'),
      file('Calidad/Informe.docx', 'i3'),
    ];
    expect(found([one, two], chain)).toEqual({ [id]: 'Calidad/Acta.docx', [two.id]: 'Calidad/C.docx' });
  });

  test('only the case of its name changed', () => {
    expect(found([one], [file('Calidad/INFORME.docx', 'i1')])).toEqual({ [id]: 'Calidad/INFORME.docx' });
  });

  test('copied elsewhere and removed here: its bytes tell, but for a copy that a program made of it', () => {
    expect(found([one], [file('Obras/Otro.docx', 'i5', 'bytes of i1')])).toEqual({ [id]: 'Obras/Otro.docx' });
    const backup = matched([one], [file('Calidad/Informe.bak', 'i5', 'bytes of i1')]);
    expect([backup.entryOf.size, [...backup.saving]]).toEqual([0, [id]]);
  });

  test('of hard links the known path keeps the record, and keeps it when it is saved by renaming', () => {
    const links = [file('Calidad/Enlace.docx', 'i1'), file('Calidad/Informe.docx', 'i1')];
    expect(found([one], links)).toEqual({ [id]: 'Calidad/Informe.docx' });
    const { secondNames } = matched([one], links);
    expect([...secondNames]).toEqual([['Org/Calidad/Enlace.docx', 'i1']]);
    const saved = [file('Calidad/Enlace.docx', 'i1'), file('Calidad/Informe.docx', 'i9')];
    expect(found([one], saved, { secondNames })).toEqual({ [id]: 'Calidad/Informe.docx' });
    // The next look knows it, too: until the save is sent, the journal has the old identity.
    expect([...matched([one], saved, { secondNames }).secondNames.keys()]).toEqual([
      'Org/Calidad/Enlace.docx',
    ]);
  });

  test('a hard link to a file that is being sent is known as one, also once that is saved by another file', () => {
    const seenAt = new Map([['i1', 'Org/Calidad/Informe.docx']]);
    const links = [file('Calidad/Enlace.docx', 'i1'), file('Calidad/Informe.docx', 'i1')];
    const { secondNames } = matched([], links, { seenAt });
    expect([...secondNames]).toEqual([['Org/Calidad/Enlace.docx', 'i1']]);
    const saved = [file('Calidad/Enlace.docx', 'i1'), file('Calidad/Informe.docx', 'i9')];
    expect([...matched([], saved, { seenAt, secondNames }).secondNames.keys()]).toEqual([
      'Org/Calidad/Enlace.docx',
    ]);
    expect(matched([], saved, { seenAt }).secondNames.size).toBe(0);
  });

  test('a disk that gives identities again: only its bytes prove that it was renamed', () => {
    const taken = [
      file('Calidad/Informe.docx', 'i9'),
      { ...file('Calidad/Base.docx', 'i1'), sha256: undefined },
    ];
    expect(found([one], taken, { stableIdentity: false })).toEqual({ [id]: 'Calidad/Informe.docx' });
    const proven = [file('Calidad/Informe.docx', 'i9'), file('Calidad/Base.docx', 'i1')];
    expect(found([one], proven, { stableIdentity: false })).toEqual({ [id]: 'Calidad/Base.docx' });
  });

  test('folders likewise; one that was made anew under its name is the same folder at any time', () => {
    const plans = folder('Planos', 'f1');
    const renamed = [place('Calidad/Antiguos', 'f1'), place('Calidad/Planos', 'f9')];
    expect(found([plans], renamed)).toEqual({ [plans.id]: 'Calidad/Antiguos' });
    const anew = [place('Calidad/Planos', 'f9')];
    expect(found([plans], anew, missingFor(plans.id, SAVE_GAP_MS))).toEqual({ [plans.id]: 'Calidad/Planos' });
  });

  test('a day is no name of Excel’s: the document is renamed to it, and the new file is another one', () => {
    for (const [name, isRenamed] of [
      ['20261123', true],
      ['23112026', true],
      ['20261323', false],
      ['5F3A2B10', false],
    ] as const) {
      const { entryOf } = matched([one], [file(`Calidad/${name}`, 'i1'), file('Calidad/Informe.docx', 'i9')]);
      expect([name, entryOf.get(id)?.name]).toEqual([name, isRenamed ? name : 'Informe.docx']);
    }
  });

  test('a backup beside its document is no document', () => {
    const entries = [
      file('Calidad/Informe.docx', 'i1'),
      file('Calidad/Informe.bak', 'i3'),
      file('Calidad/Copia de seguridad de Informe.wbk', 'i4'),
      file('Calidad/Base de datos.bak', 'i5'),
    ];
    expect([...matched([one], entries).backups]).toEqual([
      'Org/Calidad/Informe.bak',
      'Org/Calidad/Copia de seguridad de Informe.wbk',
    ]);
  });

  test('nor is one that came together with its document', () => {
    const entries = [
      file('Calidad/Copia de seguridad de memo.wbk', 'i2'),
      file('Calidad/memo.doc', 'i3', undefined),
      file('Calidad/nota.txt', 'i4'),
      file('Calidad/nota.txt.bak', 'i5'),
      // Of nothing that is beside it.
      file('Calidad/torre.bak', 'i6'),
      file('Obras/torre.dwg', 'i7'),
      // None of the two is the document.
      file('Obras/plano.bak', 'i8'),
      file('Obras/plano.wbk', 'i9'),
    ];
    expect([...matched([one], entries).backups]).toEqual([
      'Org/Calidad/Copia de seguridad de memo.wbk',
      'Org/Calidad/nota.txt.bak',
    ]);
  });

  test('nor is one whose document has gone since, as long as it keeps its name', () => {
    const knownBackups = new Map([['i3', 'Informe.bak']]);
    const backupsOf = (path: string, nodes: SyncedNode[] = []) => [
      ...matched(nodes, [file(path, 'i3', 'bytes of i1')], { knownBackups }).backups,
    ];
    expect(backupsOf('Calidad/Informe.bak')).toEqual(['Org/Calidad/Informe.bak']);
    expect(backupsOf('Obras/Informe.bak')).toEqual(['Org/Obras/Informe.bak']);
    expect(backupsOf('Calidad/Respaldo 2025.bak')).toEqual([]);
    // Not even with the bytes of a document that was removed here long ago.
    const absence = { now: SAVE_GAP_MS, since: new Map([[id, 0]]) };
    const found = matched([one], [file('Calidad/Informe.bak', 'i3', 'bytes of i1')], {
      knownBackups,
      absence,
    });
    expect([found.entryOf.size, found.backups.size]).toEqual([0, 1]);
  });
});

/** Two folders, few names: things meet often. */
const NAMES = ['a.docx', 'a.bak', 'a.docx.bak', 'b.docx', 'c.docx', '5F3A2B10'];
const anyPath = fc
  .tuple(fc.constantFrom('Calidad', 'Obras'), fc.constantFrom(...NAMES))
  .map(([library, name]) => `${library}/${name}`);
const step = fc.oneof(
  fc.record({ do: fc.constant('rename' as const), from: anyPath, to: anyPath }),
  fc.record({ do: fc.constant('link' as const), from: anyPath, to: anyPath }),
  fc.record({ do: fc.constant('write' as const), to: anyPath }),
  fc.record({ do: fc.constant('remove' as const), from: anyPath }),
);

const keyOf = (path: string) => clashKey(baseName(path));
/** Whether a file has a kept backup's name, which its record had not, and not in its record's place. */
const isNamedAsBackup = (path: string, node: SyncedNode) =>
  mayBeKeptBackup(baseName(path)) && !mayBeKeptBackup(node.name) && !isBackupOf(path, node.id);

test('whatever is renamed, linked, replaced and removed between two looks: identity follows by the rule', () => {
  const history = fc.tuple(
    fc.array(anyPath, { maxLength: 5 }),
    fc.array(step, { maxLength: 8 }),
    fc.boolean(),
  );
  fc.assert(
    fc.property(history, ([paths, steps, isLong]) => {
      const disk = new Map<string, string>();
      const nodes: SyncedNode[] = [];
      for (const path of new Set(paths)) {
        const [library = '', name = ''] = path.split('/');
        const known = { id: path, library: library.toLowerCase(), parent: library.toLowerCase() };
        nodes.push(record(name, `known ${path}`, known));
        disk.set(path, `known ${path}`);
      }
      for (const [at, each] of steps.entries()) {
        if (each.do === 'write') disk.set(each.to, `new ${at}`);
        else if (each.do === 'remove') disk.delete(each.from);
        else {
          const identity = disk.get(each.from);
          if (identity === undefined) continue;
          if (each.do === 'rename') disk.delete(each.from);
          disk.set(each.to, identity);
        }
      }
      const entries = [...disk].map(([path, identity]) => file(path, identity));
      const since = new Map(nodes.map((node) => [node.id, isLong ? 0 : 100_000] as const));
      const { entryOf, saving } = matched(nodes, entries, { absence: { now: 100_000, since } });
      const claimed = [...entryOf.values()].map(({ path }) => path);
      expect(new Set(claimed).size, 'one entry for each').toBe(claimed.length);
      for (const node of nodes) {
        const entry = entryOf.get(node.id);
        const names = [...disk].flatMap(([path, identity]) => (identity === node.identity ? [path] : []));
        const there = disk.get(node.id);
        if (there === node.identity) expect(entry?.path).toBe(`Org/${node.id}`);
        else if (names.length === 0) {
          // A save, within ten seconds; else another document, since its bytes are others.
          if (there?.startsWith('new')) expect(entry?.path).toBe(isLong ? undefined : `Org/${node.id}`);
        } else if (
          names.some((path) => isNamedAsBackup(path, node)) &&
          names.every((path) => isNamedAsBackup(path, node) || isBackupOf(path, node.id))
        ) {
          // Saved where it was moved to: the new file beside its backup, once that is there.
          const isSaved = [...disk].some(
            ([path, identity]) =>
              path === entry?.path.slice('Org/'.length) &&
              identity.startsWith('new') &&
              names.some((name) => isKeptBackup(keyOf(name), keyOf(path))),
          );
          const isInPlace = !isLong && there?.startsWith('new') && entry?.path === `Org/${node.id}`;
          const waits = saving.has(node.id) && !isLong && there === undefined;
          expect(isSaved || isInPlace || waits || entry?.identity === node.identity).toBe(true);
        } else if (isLong || names.some((path) => !isBackupOf(path, node.id))) {
          expect(entry?.identity).toBe(node.identity);
        } else if (there === undefined) {
          expect(saving.has(node.id)).toBe(true);
        } else if (there.startsWith('new')) {
          expect(entry?.path).toBe(`Org/${node.id}`);
        }
      }
    }),
    { numRuns: 3000 },
  );
});
