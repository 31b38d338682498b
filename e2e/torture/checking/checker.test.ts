import { describe, expect, it } from 'vitest';
import { isWrittenAt } from '../job.ts';
import { check } from './checker.ts';
import { type Entry, Ledger } from './ledger.ts';
import type { Rule, SeenRoot, SeenVersion, World } from './seen.ts';

const TIMES = { settleMs: 1000, distanceMs: 6000, unfinishedMs: 12_000, graceMs: 5000 };
const A = 'a'.repeat(64);
const B = 'b'.repeat(64);

const entry = (values: Partial<Entry> = {}): Entry => ({
  sha256: A,
  size: 10,
  root: 0,
  path: 'O/L/Acta.txt',
  way: 'one go',
  finished: true,
  at: 100_000,
  first: true,
  ...values,
});
const version = (values: Partial<SeenVersion> = {}): SeenVersion => ({
  id: 'v',
  record: 'r',
  name: 'Acta.txt',
  number: 1,
  sha256: A,
  bytes: values.sha256 ?? A,
  unfinished: null,
  createdAt: 101_000,
  ...values,
});
const root = (files: Record<string, string> = {}, listed: readonly string[] = []): SeenRoot => ({
  files: Object.entries(files).map(([path, sha256]) => ({ path, sha256, kind: 'file' })),
  listed: new Map(listed.map((path) => [path, 'reason'])),
  group: 'editors',
});
const rules = (values: Partial<World>): Rule[] =>
  check(
    {
      entries: [],
      outages: [],
      exempt: new Set(),
      acknowledged: new Set(),
      removed: new Set(),
      removedFolders: new Set(),
      parted: [],
      versions: [],
      roots: [],
      ...values,
    },
    TIMES,
  ).map(({ rule }) => rule);

describe('the checker of the torture', () => {
  it('finds nothing in a world where everything arrived', () => {
    const file = { 'O/L/Acta.txt': A };
    expect(
      rules({
        entries: [entry()],
        acknowledged: new Set([A]),
        versions: [version()],
        roots: [root(file), root(file)],
      }),
    ).toEqual([]);
  });

  it('notices an acknowledged content that the server lost, or of which it gives other bytes', () => {
    expect(rules({ acknowledged: new Set([A]) })).toEqual(['acknowledged']);
    expect(
      rules({
        entries: [entry({ end: { at: 100_001, how: 'deleted' } })],
        versions: [version({ bytes: B })],
      }),
    ).toContain('acknowledged');
  });

  it('notices a content that nobody took away and that is nowhere', () => {
    expect(rules({ entries: [entry()] })).toEqual(['lost']);
  });

  it('accepts a content that is in Retirados, aside or in the spool', () => {
    for (const path of ['O/Retirados/L/Acta.txt', '.legajo/aside/x', '.legajo/up/x'])
      expect(rules({ entries: [entry()], roots: [root({ [path]: A })] })).toEqual([]);
  });

  it('protects a content that its person deleted after it had stood still', () => {
    const deleted = (ms: number) => [entry({ end: { at: 100_000 + ms, how: 'deleted' as const } })];
    expect(rules({ entries: deleted(6000) })).toEqual(['lost']);
    expect(rules({ entries: deleted(5999) })).toEqual([]);
  });

  it('protects no content that could not be sent, once its person deleted the only copy', () => {
    const gone = { end: { at: 130_000, how: 'deleted' as const } };
    for (const path of ['Minuta.tmp', 'Borradores~/Acta.txt', 'Línea\n1.txt', 'A\ufffdo.txt'])
      expect(rules({ entries: [entry({ path, ...gone })] })).toEqual([]);
    expect(rules({ entries: [entry({ onlyHere: true, ...gone })] })).toEqual([]);
    expect(rules({ entries: [entry({ path: 'Minuta.tmp' })] })).toEqual(['lost']);
    expect(rules({ entries: [entry(gone)] })).toEqual(['lost']);
  });

  it('lets its own writer replace a later content within the distance, and a first one within the settle time', () => {
    const replaced = (ms: number, first: boolean) => [
      entry({ first, end: { at: 100_000 + ms, how: 'replaced' } }),
    ];
    expect(rules({ entries: replaced(11_999, false) })).toEqual([]);
    expect(rules({ entries: replaced(12_000, false) })).toEqual(['lost']);
    expect(rules({ entries: replaced(6000, true) })).toEqual(['lost']);
  });

  it('counts only the time in which engine and server ran', () => {
    const entries = [entry({ end: { at: 110_000, how: 'deleted' } })];
    expect(rules({ entries, outages: [{ of: 0, from: 103_000, to: 106_000 }] })).toEqual([]);
    expect(rules({ entries, outages: [{ of: 'server', from: 103_000, to: 106_000 }] })).toEqual([]);
    expect(rules({ entries, outages: [{ of: 1, from: 103_000, to: 106_000 }] })).toEqual(['lost']);
    expect(rules({ entries, outages: [{ of: 0, from: 101_000, to: 104_000 }] })).toEqual(['lost']);
  });

  it('notices a part as a version, unless it waited and is marked', () => {
    const entries = [entry({ finished: false })];
    expect(rules({ entries, versions: [version()] })).toEqual(['partial']);
    const marked = { unfinished: 'incomplete' };
    expect(rules({ entries, versions: [version({ ...marked, createdAt: 105_000 })] })).toEqual(['partial']);
    expect(rules({ entries, versions: [version({ ...marked, createdAt: 112_000 })] })).toEqual([]);
    expect(rules({ entries, versions: [version({ createdAt: 112_000 })] })).toEqual(['partial']);
  });

  it('notices a version of bytes that no writer ever made', () => {
    expect(rules({ versions: [version({ sha256: B })] })).toEqual(['partial']);
    expect(rules({ versions: [version({ sha256: B })], exempt: new Set([B]) })).toEqual([]);
  });

  it('notices a document that goes on with a new file under its old name', () => {
    const entries = [entry(), entry({ sha256: B })];
    const parted = [[A, B]] as const;
    const [renamed, fresh] = [version(), version({ sha256: B, record: 'other' })];
    expect(rules({ entries, parted, versions: [renamed, fresh] })).toEqual([]);
    expect(rules({ entries, parted, versions: [renamed, { ...fresh, record: 'r' }] })).toEqual(['mixed']);
    // A file that was renamed and then deleted may be a program's backup.
    const backup = entry({ end: { at: 100_100, how: 'deleted' } });
    const saved = [renamed, { ...fresh, record: 'r' }];
    expect(rules({ entries: [backup, entry({ sha256: B })], parted, versions: saved })).toEqual([]);
  });

  it('notices roots of equal rights that disagree, but for what is listed or of another group', () => {
    const versions = [version(), version({ sha256: B })];
    const entries = [entry(), entry({ sha256: B })];
    const world = { versions, entries };
    const [here, there] = [root({ 'O/L/Acta.txt': A }), root({ 'O/L/Acta.txt': B })];
    expect(rules({ ...world, roots: [here, there] })).toEqual(['disagreeing']);
    expect(rules({ ...world, roots: [here, root()] })).toEqual(['disagreeing']);
    expect(rules({ ...world, roots: [here, root()], removed: new Set([`1:${A}`]) })).toEqual([]);
    expect(rules({ ...world, roots: [here, root()], removed: new Set([`0:${A}`]) })).toEqual(['disagreeing']);
    expect(rules({ ...world, roots: [root({ 'O/L/Acta.txt': A }, ['O/L/Acta.txt']), there] })).toEqual([]);
    expect(rules({ ...world, roots: [here, { ...there, group: 'readers' }] })).toEqual([]);
  });

  it('takes a move for listed that is blocked in one root, under the old name or the new one', () => {
    const world = { versions: [version()], entries: [entry()] };
    const [before, after] = ['O/L/Solo lectura/Acta.txt', 'O/L/Acta.txt'];
    const disagreeing = (listed: string[]) =>
      rules({ ...world, roots: [root({ [before]: A }, listed), root({ [after]: A })] });
    expect(disagreeing([])).toEqual(['disagreeing', 'disagreeing']);
    expect(disagreeing(['O/L/Otra.txt'])).toEqual(['disagreeing', 'disagreeing']);
    expect(disagreeing([before])).toEqual([]);
    expect(disagreeing([after])).toEqual([]);
    const other = { versions: [version(), version({ sha256: B })], entries: [entry(), entry({ sha256: B })] };
    const roots = [root({ [before]: A }, [before]), root({ [after]: B })];
    expect(rules({ ...other, roots })).toEqual(['disagreeing']);
  });

  it('lets a root lack what its person deleted under another name, and what is in a folder that they deleted', () => {
    const versions = [version(), version({ sha256: B })];
    const file = { 'O/L/Obras/Acta.txt': B };
    const here = { 'O/L/Plano.txt': A };
    const both = [root({ ...file, ...here }), root(here)];
    const world = { versions, entries: [entry(), entry({ sha256: B })], roots: both };
    expect(rules(world)).toEqual(['disagreeing']);
    expect(rules({ ...world, removed: new Set([`1:${A}`]) })).toEqual([]);
    expect(rules({ ...world, removedFolders: new Set(['1:O/L/Obras']) })).toEqual([]);
    expect(rules({ ...world, removedFolders: new Set(['0:O/L/Obras']) })).toEqual(['disagreeing']);
    const again = [both[0] as SeenRoot, root({ ...here, 'O/L/Obras/Otra.txt': A })];
    expect(rules({ ...world, roots: again, removedFolders: new Set(['1:O/L/Obras']) })).toContain(
      'disagreeing',
    );
  });

  it('lets no root keep in its place what others moved into a folder that is deleted there', () => {
    const [stayed, moved] = [root({ 'O/L/Acta.txt': A }), root({ 'O/L/Obras/Acta.txt': A })];
    const world = { versions: [version()], entries: [entry()], removedFolders: new Set(['0:O/L/Obras']) };
    expect(rules({ ...world, roots: [stayed, moved] })).toContain('disagreeing');
    expect(rules({ ...world, roots: [root(), moved] })).toEqual([]);
  });

  it('knows in its ledger that a deleted copy, which waited for its person, was the only one', () => {
    const ledger = new Ledger();
    const { sha256 } = ledger.wrote(0, 'Acta.txt', Buffer.from('acta'), 'one go');
    ledger.deleted(0, 'O/L/Acta (copia de Ana Pérez 2026-11-23 00.45).txt', sha256);
    expect(ledger.entries.get(sha256)?.onlyHere).toBe(true);
    const other = ledger.wrote(0, 'Otra.txt', Buffer.from('otra'), 'one go');
    ledger.deleted(0, 'O/L/Otra.txt', other.sha256);
    expect(ledger.entries.get(other.sha256)?.onlyHere).toBeUndefined();
  });

  it('keeps a deleted folder deleted under the name that somebody gives it later', () => {
    const ledger = new Ledger();
    ledger.deletedFolder(1, 'O/L/Obras/Norte');
    ledger.renamedFolder('O/L/Obras', 'O/L/Obras 2');
    expect([...ledger.removedFolders]).toEqual(['1:O/L/Obras/Norte', '1:O/L/Obras 2/Norte']);
  });

  it('takes a folder for deleted under its former names too, which are those that the server may know', () => {
    const ledger = new Ledger();
    ledger.renamedFolder('O/L/Obras', 'O/L/Obras 2');
    ledger.renamedFolder('O/L/Obras 2', 'O/L/Obras 3');
    ledger.deletedFolder(1, 'O/L/Obras 3/Norte');
    expect([...ledger.removedFolders].sort()).toEqual([
      '1:O/L/Obras 2/Norte',
      '1:O/L/Obras 3/Norte',
      '1:O/L/Obras/Norte',
    ]);
  });

  it('keeps deeds away from what a writer is at, the folder of an archive that is unpacked among it', () => {
    const busy = ['1:Obras/Acta.txt'];
    for (const path of [
      '1:Obras',
      '1:Obras/Acta.txt',
      '1:Obras/Acta.txt (planos)',
      '1:Obras/Acta.txt (planos)/Plano 1.jpg',
    ])
      expect(isWrittenAt(path, busy), path).toBe(true);
    for (const path of ['0:Obras', '1:Obras/Acta.txt.bak', '1:Obr', '1:Contratos'])
      expect(isWrittenAt(path, busy), path).toBe(false);
  });

  it('notices a file that is nowhere on the server and not listed, by itself or by its folder', () => {
    const entries = [entry()];
    expect(rules({ entries, roots: [root({ 'O/L/Borradores~/Acta.txt': A })] })).toEqual(['unsaid']);
    expect(rules({ entries, roots: [root({ 'O/L/Borradores~/Acta.txt': A }, ['O/L/Borradores~'])] })).toEqual(
      [],
    );
    expect(rules({ entries, roots: [root({ 'O/L/Acta.tmp': A })] })).toEqual([]);
  });

  it('knows a listed name by what a terminal shows of it', () => {
    const files = { 'O/L/Línea\n1.txt': A };
    expect(rules({ entries: [entry()], roots: [root(files, ['O/L/Línea\u240a1.txt'])] })).toEqual([]);
    expect(rules({ entries: [entry()], roots: [root(files, ['O/L/Línea'])] })).toEqual(['unsaid']);
  });

  it('keeps in its ledger the last piece as finished, and what another root took away as standing', () => {
    const ledger = new Ledger();
    const bytes = Buffer.from('entero');
    ledger.wrote(0, 'p', bytes, 'pieces', { finished: false });
    const { sha256 } = ledger.wrote(0, 'p', bytes, 'pieces');
    expect(ledger.entries.get(sha256)?.finished).toBe(true);
    ledger.ended(1, sha256, 'deleted');
    expect(ledger.entries.get(sha256)?.end).toBeUndefined();
    ledger.ended(0, sha256, 'deleted');
    expect(ledger.entries.get(sha256)?.end?.how).toBe('deleted');
  });
});
