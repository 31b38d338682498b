import { beforeEach, describe, expect, it } from 'vitest';
import { Ledger, sha256Of } from './ledger.ts';

describe('a file that its person renames', () => {
  const path = 'Obras/Acta.docx';
  const [first, second] = [Buffer.from('uno'), Buffer.from('dos')];
  let ledger: Ledger;
  beforeEach(() => {
    ledger = new Ledger();
    ledger.wrote(0, path, first, 'temp + rename');
    ledger.ended(0, sha256Of(first), 'replaced');
    ledger.wrote(0, path, second, 'temp + rename');
  });

  it('after a save that no engine sent is another file: the root may lack the document', () => {
    ledger.renamedFile(0, path, sha256Of(second));
    expect([...ledger.removed]).toEqual([`0:${sha256Of(first)}`]);
  });

  it('after a save that was sent is the document', () => {
    ledger.acknowledged.add(sha256Of(second));
    ledger.renamedFile(0, path, sha256Of(second));
    expect(ledger.removed.size).toBe(0);
  });

  it('that was saved once, or elsewhere, is the document', () => {
    const other = Buffer.from('tres');
    ledger.wrote(0, 'Plano.pdf', other, 'slow');
    ledger.renamedFile(0, 'Plano.pdf', sha256Of(other));
    ledger.renamedFile(1, path, sha256Of(second));
    expect(ledger.removed.size).toBe(0);
  });
});

it('a file that is deleted before its last save was sent is gone as what that save replaced, too', () => {
  const ledger = new Ledger();
  const [sent, unsent, other] = [Buffer.from('uno'), Buffer.from('dos'), Buffer.from('tres')];
  ledger.wrote(1, 'Obras/Acta.pdf', sent, 'temp + rename');
  ledger.ended(1, sha256Of(sent), 'replaced');
  ledger.wrote(1, 'Obras/Acta.pdf', unsent, 'temp + rename');
  ledger.wrote(1, 'Obras/Otra.pdf', other, 'slow');
  ledger.deleted(1, 'L/Obras/Acta.pdf', sha256Of(unsent));
  expect(ledger.removed).toContain(`1:${sha256Of(sent)}`);
  expect(ledger.removed).not.toContain(`1:${sha256Of(other)}`);
});

it('a folder that a person deletes is deleted under the names that it had, and those that others gave it', () => {
  const ledger = new Ledger();
  ledger.renamedFolder('L/Obra', 'L/Obras');
  ledger.renamedFolder('L/Obras', 'L/Obras 2026');
  ledger.deletedFolder(1, 'L/Obras');
  expect(ledger.removedFolders).toEqual(new Set(['1:L/Obra', '1:L/Obras', '1:L/Obras 2026']));
});

it('so is a file, whose folder others may know by another name', () => {
  const ledger = new Ledger();
  ledger.renamedFolder('L/Obras', 'L/Obras 2026');
  ledger.deleted(1, 'L/Obras 2026/Acta.pdf', sha256Of(Buffer.from('uno')));
  expect(ledger.removed).toContain('1:L/Obras/Acta.pdf');
});
