import { describe, expect, test } from 'vitest';
import { file, found, matched, missingFor, record } from '../../testing/recognized.ts';
import { baseName } from '../trees.ts';
import { SAVE_GAP_MS } from './matching.ts';

describe('moves and saves that nobody has sent yet', () => {
  const one = record('Informe.docx', 'i1');
  const id = one.id;

  describe('moved or renamed, and then saved there by a program that keeps a backup', () => {
    test.each([
      ['moved', 'Obras/Informe.bak', 'Obras/Informe.docx'],
      ['renamed', 'Calidad/Final.bak', 'Calidad/Final.docx'],
      ['moved and renamed, with a backup of Word', 'Obras/Copia de Final.wbk', 'Obras/Final.docx'],
    ])('%s: it is the new file, and its backup is no document', (_, backup, saved) => {
      const entries = [file(backup, 'i1'), file(saved, 'i9')];
      expect(found([one], entries)).toEqual({ [id]: saved });
      expect(matched([one], entries).backups).toEqual(new Set([`Org/${backup}`]));
      // A copy was made of it, and the file itself was replaced.
      const copied = [file(backup, 'i7', 'bytes of i1'), file(saved, 'i9')];
      expect(found([one], copied)).toEqual({ [id]: saved });
      const knownBackups = new Map([['i7', baseName(backup)]]);
      expect(found([one], copied, { knownBackups })).toEqual({ [id]: saved });
      // Between the two: it waits, as in its own place.
      const first = matched([one], [file(backup, 'i1')]);
      expect([first.entryOf.size, [...first.saving]]).toEqual([0, [id]]);
      expect(found([one], [file(backup, 'i1')], missingFor(id, SAVE_GAP_MS))).toEqual({ [id]: backup });
    });

    test('not where the file beside it is another document, or there are several', () => {
      const entries = [file('Obras/Informe.bak', 'i1'), file('Obras/Informe.docx', 'i9')];
      const other = record('Informe.docx', 'i9', { id: 'r2', library: 'obras', parent: 'obras' });
      expect(found([one, other], entries)).toEqual({ [id]: 'Obras/Informe.bak', r2: 'Obras/Informe.docx' });
      const saved = { ...other, identity: 'i8' };
      expect(found([one, saved], entries)).toEqual({ [id]: 'Obras/Informe.bak', r2: 'Obras/Informe.docx' });
      const kind = [file('Obras/Informe.bak', 'i1'), file('Obras/Informe.pdf', 'i9')];
      expect(matched([one], kind).saving).toEqual(new Set([id]));
    });
  });

  test('what a program had put in its place keeps the record when it is moved and another file takes the place', () => {
    const entries = [file('Obras/Informe.docx', 'i9'), file('Calidad/Informe.docx', 'i8')];
    expect(found([one], entries, { heirs: new Map([[id, 'i9']]) })).toEqual({ [id]: 'Obras/Informe.docx' });
    expect(found([one], entries)).toEqual({ [id]: 'Calidad/Informe.docx' });
  });

  test('only the case of its name was changed before it was saved with a backup', () => {
    const entries = [file('Calidad/INFORME.bak', 'i1'), file('Calidad/INFORME.docx', 'i9')];
    expect(found([one], entries)).toEqual({ [id]: 'Calidad/INFORME.docx' });
  });

  describe('saved with a backup, and then', () => {
    const backup = file('Calidad/Informe.bak', 'i1');
    const looked = { heirs: new Map([[id, 'i9']]), knownBackups: new Map([['i1', 'Informe.bak']]) };

    test('renamed or moved: it is the file that was saved', () => {
      for (const path of ['Calidad/Final.docx', 'Obras/Informe.docx'])
        expect(found([one], [backup, file(path, 'i9')], looked)).toEqual({ [id]: path });
    });

    test('moved and saved again: it is the newest one', () => {
      const entries = [backup, file('Obras/Informe.bak', 'i9'), file('Obras/Informe.docx', 'i10')];
      expect(found([one], entries, looked)).toEqual({ [id]: 'Obras/Informe.docx' });
    });

    test('deleted: it is gone, and does not become its backup', () => {
      expect(found([one], [backup], looked)).toEqual({});
      const { entryOf, saving, backups } = matched([one], [backup], {
        ...looked,
        ...missingFor(id, SAVE_GAP_MS),
      });
      expect([entryOf.size, saving.size, [...backups]]).toEqual([0, 0, [backup.path]]);
    });

    test('put back: the backup that has its name again is it', () => {
      const entries = [file('Calidad/Informe.docx', 'i1'), file('Calidad/Fallido.docx', 'i9')];
      expect(found([one], entries, looked)).toEqual({ [id]: 'Calidad/Informe.docx' });
    });

    test('renamed by others between the two: its former name does not matter', () => {
      const renamed = record('Planos.docx', 'i1');
      const entries = [backup, file('Calidad/Planos.docx', 'i9')];
      expect(found([renamed], entries)).toEqual({ [renamed.id]: 'Calidad/Planos.docx' });
    });
  });

  test('moved, and another file under its old name: what is saved in the new place is it', () => {
    const others = new Map([[id, 'i7']]);
    const seenAt = new Map([['i1', 'Org/Obras/Informe.docx']]);
    const other = file('Calidad/Informe.docx', 'i7');
    expect(found([one], [other, file('Obras/Informe.docx', 'i9')], { others, seenAt })).toEqual({
      [id]: 'Obras/Informe.docx',
    });
    // In the middle of that save.
    expect(found([one], [other], { others, seenAt })).toEqual({});
  });

  describe('saved by another file, which was seen in its place between two looks, and then', () => {
    const looked = { peeked: new Map([[id, ['i9', 'i8']]]) };

    test('renamed or moved: it is that file', () => {
      for (const path of ['Calidad/Final.docx', 'Obras/Informe.docx'])
        expect(found([one], [file(path, 'i9')], looked)).toEqual({ [id]: path });
      // Nobody saw it there: nothing links it to the document.
      expect(found([one], [file('Calidad/Final.docx', 'i9')])).toEqual({});
      expect(found([one], [file('Calidad/Final.docx', 'i7')], looked)).toEqual({});
    });

    test('renamed, and another file put in its place: it is the renamed one', () => {
      const entries = [file('Calidad/Final.docx', 'i9'), file('Calidad/Informe.docx', 'i7')];
      expect(found([one], entries, looked)).toEqual({ [id]: 'Calidad/Final.docx' });
    });

    test('saved once more, by a program that keeps the last file under another name: it is the one in its place', () => {
      const entries = [file('Calidad/Informe.docx', 'i9'), file('Calidad/Final.docx', 'i8')];
      expect(found([one], entries, looked)).toEqual({ [id]: 'Calidad/Informe.docx' });
      const backup = [file('Calidad/Informe.docx', 'i7'), file('Calidad/Informe.bak', 'i9')];
      expect(found([one], backup, looked)).toEqual({ [id]: 'Calidad/Informe.docx' });
    });

    test('moved with a backup left behind: it is the moved one', () => {
      const entries = [file('Calidad/Informe.bak', 'i1'), file('Obras/Informe.docx', 'i9')];
      expect(found([one], entries, looked)).toEqual({ [id]: 'Obras/Informe.docx' });
    });

    test('moved, while a hard link to the last file stays: it is the moved one', () => {
      const entries = [file('Calidad/Enlace.docx', 'i1'), file('Obras/Informe.docx', 'i9')];
      const secondNames = new Map([['Org/Calidad/Enlace.docx', 'i1']]);
      expect(found([one], entries, { ...looked, secondNames })).toEqual({ [id]: 'Obras/Informe.docx' });
    });

    test('the last file is elsewhere under a name of its own: that one was moved, and a new one made', () => {
      const entries = [file('Calidad/Informe anterior.docx', 'i1'), file('Calidad/Otro.docx', 'i9')];
      expect(found([one], entries, looked)).toEqual({ [id]: 'Calidad/Informe anterior.docx' });
    });

    test('two that exchange their names are each their own', () => {
      const other = record('Plano.docx', 'i2', { id: 'r2' });
      const entries = [file('Calidad/Informe.docx', 'i5'), file('Calidad/Otro.docx', 'i9')];
      const peeked = new Map([
        [id, ['i9']],
        ['r2', ['i5']],
      ]);
      expect(found([one, other], entries, { peeked })).toEqual({
        [id]: 'Calidad/Otro.docx',
        r2: 'Calidad/Informe.docx',
      });
    });

    test('it is another document by now: that one keeps it', () => {
      const other = record('Otro.docx', 'i9', { id: 'r2' });
      expect(found([one, other], [file('Calidad/Otro.docx', 'i9')], looked)).toEqual({
        r2: 'Calidad/Otro.docx',
      });
    });
  });
});
