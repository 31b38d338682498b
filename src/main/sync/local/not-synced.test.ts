import { describe, expect, it } from 'vitest';
import { isIgnored } from '#shared/platform/files/ignored-names.ts';
import type { FileEntry } from '../ports/files.ts';
import { notSyncedIn } from './not-synced.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const TWO_HOURS_MS = 7_200_000;

const entry = (name: string, kind: 'file' | 'folder' = 'file'): FileEntry =>
  ({ name, kind, size: 100, modifiedAt: NOW - TWO_HOURS_MS }) as FileEntry;
const said = (...listed: FileEntry[]) =>
  notSyncedIn('Andes/Calidad', listed, [], NOW).map(({ path, reason, proposed }) => [
    path.split('/').at(-1),
    reason,
    proposed,
  ]);

describe('what is not synced and is said', () => {
  it('is what begins as our own folder does, too', () => {
    expect(said(entry('.legajo.txt'), entry('.legajo-notas.docx'), entry('.legajo', 'folder'))).toEqual([
      ['.legajo.txt', 'temporary-file', '_.legajo.txt'],
      ['.legajo-notas.docx', 'temporary-file', '_.legajo-notas.docx'],
      ['.legajo', 'temporary-folder', '_.legajo'],
    ]);
  });

  it('has a name proposed that is synced', () => {
    const names = ['Minuta.tmp', 'Borrador~', '.legajo~', 'video.mp4.part', '.tmp'];
    for (const [, , proposed] of said(...names.map((name) => entry(name)))) {
      expect([proposed, isIgnored(String(proposed))]).toEqual([proposed, false]);
    }
    expect(said(...names.map((name) => entry(name)))).toHaveLength(names.length);
  });

  it('is what an editor or a download left behind', () => {
    const names = ['.acta.txt.swp', '#acta.txt#', 'plano.pdf.partial', '.acta.txt.aB3dE9'];
    expect(said(...names.map((name) => entry(name)))).toEqual([
      ['.acta.txt.swp', 'temporary-file', '.acta.txt.swp_'],
      ['#acta.txt#', 'temporary-file', 'acta.txt'],
      ['plano.pdf.partial', 'temporary-file', 'plano.pdf'],
      ['.acta.txt.aB3dE9', 'temporary-file', '.acta.txt.aB3dE9_'],
    ]);
  });

  it('is nothing that systems and office programs leave beside documents', () => {
    expect(said(entry('.#acta.txt'), entry('torre.dwl2'), entry('.nfs00000000012a45b6'))).toEqual([]);
    expect(said(entry('.DS_Store'), entry('~$Acta.docx'), entry('Thumbs.db'), entry('._Acta.docx'))).toEqual(
      [],
    );
  });
});
