import { describe, expect, test } from 'vitest';
import { makeClock } from '../adapters/system-clock.ts';
import { isLockFile, isStaleLock, lockedBy, lockTimes } from './office-locks.ts';

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

  test.each([
    ['forward', 72],
    ['back', -72],
  ])('with the date set %s by three days, a document that is open stays locked', (_way, hours) => {
    let [date, up] = [1000 * HOUR, 20 * HOUR];
    const clock = makeClock(
      () => date,
      () => up,
    );
    const isStale = (lockAt: number, documentAt = lockAt) => {
      const { now, bootedAt } = lockTimes(clock);
      return isStaleLock(lockAt, documentAt, now, bootedAt);
    };
    const before = date;
    date += hours * HOUR;
    expect(isStale(before)).toBe(false);
    const after = date;
    expect(isStale(after)).toBe(false);
    date += HOUR;
    up += HOUR;
    expect(isStale(before)).toBe(false);
    expect(isStale(after)).toBe(false);
    // Left over from before the last start, by either date.
    expect(isStale(1000 * HOUR - 21 * HOUR - 72 * HOUR)).toBe(true);
  });
});
