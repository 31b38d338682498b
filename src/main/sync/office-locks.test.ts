import { describe, expect, test } from 'vitest';
import { isLockFile, isStaleLock, lockedBy } from './office-locks.ts';

const HOUR = 3_600_000;

describe('lock files of office programs', () => {
  test.each([
    ['~$forme.docx', true],
    ['.~lock.Informe.odt#', true],
    ['.~lock.Informe.odt', false],
    ['Informe.docx', false],
  ])('%s: %s', (name, expected) => {
    expect(isLockFile(name)).toBe(expected);
  });

  test.each([
    ['~$forme.docx', ['Informe.docx', 'Acta.docx'], ['Informe.docx']],
    ['~$Acta.xlsx', ['Acta.xlsx', 'acta.docx'], ['Acta.xlsx']],
    ['~$ANILLA.docx', ['Planilla.docx'], ['Planilla.docx']],
    ['.~lock.Informe.docx#', ['Informe.docx', 'forme.docx'], ['Informe.docx']],
    ['~$ta.docx', ['Acta.docx', 'Nota.docx'], ['Acta.docx', 'Nota.docx']],
    ['~$otro.docx', ['Acta.docx'], []],
  ])('%s beside %j means %j', (lock, names, expected) => {
    expect(lockedBy(lock, names)).toEqual(expected);
  });

  test.each([
    ['of just now, beside an old document', 100 * HOUR, 1 * HOUR, false],
    ['older than the last start', 40 * HOUR, 99 * HOUR, true],
    ['a day old, its document written an hour ago', 75 * HOUR, 99 * HOUR, false],
    ['a day old, its document too', 75 * HOUR, 70 * HOUR, true],
  ])('a lock %s: stale %s', (_what, lockAt, documentAt, expected) => {
    expect(isStaleLock(lockAt, documentAt, 100 * HOUR, 50 * HOUR)).toBe(expected);
  });
});
