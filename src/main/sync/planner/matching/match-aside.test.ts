import { describe, expect, test } from 'vitest';
import { Absences } from '../../engine/comparing/absences.ts';
import { file, folder, found, matched, place, record } from '../../testing/recognized.ts';
import type { LocalEntry, SyncedNode, SyncedTree } from '../trees.ts';
import { SAVE_GAP_MS, SLOW_SAVE_GAP_MS } from './matching.ts';

const treeOf = (nodes: readonly SyncedNode[]): SyncedTree => new Map(nodes.map((node) => [node.id, node]));

describe('a program keeps the old file under an ignored name while it saves', () => {
  const one = record('Informe.docx', 'i1');
  const beside = (folder: string, identity: string) => folder === 'Org/Calidad' && identity === 'i1';
  const away = () => false;

  test('its record waits while its place is free, and only by its own file in its own folder', () => {
    expect([...matched([one], [], { keepsAside: beside }).aside]).toEqual([one.id]);
    expect([...matched([one], [], { keepsAside: beside }).saving]).toEqual([one.id]);
    expect([...matched([one], [], { keepsAside: away }).aside]).toEqual([]);
    const elsewhere = (folder: string, identity: string) => folder === 'Org/Obras' && identity === 'i1';
    expect([...matched([one], [], { keepsAside: elsewhere }).aside]).toEqual([]);
    const saved = [file('Calidad/Informe.docx', 'i9')];
    expect([...matched([one], saved, { keepsAside: beside }).aside]).toEqual([]);
    // What its person let go is not waited for, nor where the disk gives identities again.
    expect([...matched([{ ...one, stopped: true }], [], { keepsAside: beside }).aside]).toEqual([]);
    expect([...matched([one], [], { keepsAside: beside, stableIdentity: false }).aside]).toEqual([]);
  });

  /** Plays looks at these moments, in milliseconds; returns what was found, and what was counted as gone, at each. */
  function play(looks: readonly { at: number; keeps: typeof beside; entries?: LocalEntry[] }[]) {
    const absences = new Absences({ settleMs: 2000, removedAt: () => undefined });
    return looks.map(({ at, keeps, entries = [] }) => {
      const absence = { now: at, since: absences.since, asideSince: absences.asideSince };
      const result = matched([one], entries, { keepsAside: keeps, absence });
      const { settled, next } = absences.note(treeOf([one]), result, at);
      return { found: result.entryOf.get(one.id)?.identity, gone: [...settled], next };
    });
  }

  test('it is not gone, and what comes after a minute is its save', () => {
    const every = Array.from({ length: 7 }, (_, n) => ({ at: n * SAVE_GAP_MS, keeps: beside }));
    const saved = { at: 6 * SAVE_GAP_MS + 9000, keeps: away, entries: [file('Calidad/Informe.docx', 'i9')] };
    const seen = play([...every, saved]);
    expect(seen.flatMap(({ gone }) => gone)).toEqual([]);
    // The next look comes before the usual time is over.
    expect(seen.slice(0, 7).map(({ next }) => next)).toEqual(every.map(({ at }) => at + SAVE_GAP_MS));
    expect(seen.at(-1)?.found).toBe('i9');
  });

  test('where it is removed and nothing comes, it is gone after the settle time', () => {
    const seen = play([
      { at: 0, keeps: beside },
      { at: 9000, keeps: beside },
      { at: 10_000, keeps: away },
      { at: 11_000, keeps: away },
    ]);
    expect(seen.map(({ gone }) => gone)).toEqual([[], [], [], [one.id]]);
  });

  test('after two minutes it is gone: its person gave it that name', () => {
    const looks = Array.from({ length: 14 }, (_, n) => ({ at: n * SAVE_GAP_MS, keeps: beside }));
    const gone = play(looks).findIndex((each) => each.gone.length > 0);
    expect(gone * SAVE_GAP_MS).toBe(SLOW_SAVE_GAP_MS);
  });
});

describe('equal files that were copied elsewhere with their folders, and removed', () => {
  const folders = ['Obra 1', 'Obra 2'].map((name) => folder(name, `d ${name}`));
  const forms = folders.map(({ id, name }) =>
    record(`Formulario.pdf`, `i ${name}`, { id: `form of ${name}`, parent: id, sha256: 'form' }),
  );
  const nodes = [...folders, ...forms];
  const copy = (path: string, n: number) => file(path, `c${n}`, 'form');

  test('each is where its name and its folder’s are', () => {
    const entries = [
      place('Calidad/Archivo', 'a'),
      place('Calidad/Archivo/Obra 1', 'a1'),
      place('Calidad/Archivo/Obra 2', 'a2'),
      copy('Calidad/Archivo/Obra 1/Formulario.pdf', 1),
      copy('Calidad/Archivo/Obra 2/Formulario.pdf', 2),
    ];
    expect(found(nodes, entries)).toMatchObject({
      'form of Obra 1': 'Calidad/Archivo/Obra 1/Formulario.pdf',
      'form of Obra 2': 'Calidad/Archivo/Obra 2/Formulario.pdf',
    });
  });

  test.each([
    ['two copies of one folder', ['Calidad/A/Obra 1/Formulario.pdf', 'Calidad/B/Obra 1/Formulario.pdf']],
    ['other names', ['Calidad/A/Obra uno/Formulario.pdf', 'Calidad/A/Obra dos/Formulario.pdf']],
  ])('nothing tells which is which: %s', (_, paths) => {
    expect(Object.keys(found(nodes, paths.map(copy)))).not.toContain('form of Obra 1');
  });
});
