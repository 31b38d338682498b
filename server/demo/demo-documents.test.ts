import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '#shared/access/scopes.ts';
import { canFollow, STATE, STATES } from '#shared/access/states.ts';
import { parseRut } from '#shared/people/rut.ts';
import { TITLE } from '#shared/platform/limits.ts';
import { type DemoDocument, DOCUMENT_ROWS, demoDocuments } from './documents/documents.ts';
import { type DemoLabel, demoOrganization } from './organization.ts';

let documents: DemoDocument[];
let folder: string;

beforeAll(async () => {
  documents = await demoDocuments();
  folder = mkdtempSync(join(tmpdir(), 'legajo-papers-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const latest = (name: string): Buffer => {
  const bytes = documents.find((document) => document.name === name)?.versions.at(-1)?.bytes;
  if (bytes === undefined) {
    throw new Error(`no demo document is called ${name}`);
  }
  return bytes;
};

/** One sentence (or cell) of each kind of file, which another program must find in it. */
const SENTENCES: [kind: string, name: string, sentence: string, program: string, ...args: string[]][] = [
  [
    'PDF',
    'PTS-003_Trabajo_en_altura.pdf',
    'Con viento sobre 40 km/h se suspende el trabajo',
    'pdftotext',
    '{}',
    '-',
  ],
  [
    'DOCX',
    'PR-CAL-014_Hormigonado.docx',
    'Está prohibido agregar agua en obra.',
    'unzip',
    '-p',
    '{}',
    'word/document.xml',
  ],
  ['XLSX', 'MIPER_Mirador_del_Maipo.xlsx', 'Golpe de calor y quemadura', 'unzip', '-p', '{}', 'xl/*.xml'],
  [
    'PPTX',
    'Induccion hombre nuevo 2026.pptx',
    'Puedes detener una faena insegura sin represalias.',
    'unzip',
    '-p',
    '{}',
    'ppt/slides/*.xml',
  ],
  ['TXT', 'bitacora-grua-semana-46.txt', 'el rigger informa eslinga cortada', 'cat', '{}'],
  ['CSV', 'Evaluacion de proveedores 2026.csv', 'Estructura metálica;6,5', 'cat', '{}'],
  ['PNG', 'Letrero EPP acceso.png', 'PNG image data, 800 x 600, 8-bit/color RGB', 'file', '{}'],
];

/** A missing program skips the test on a developer's machine, but never in CI. */
const isInstalled = (program: string) => spawnSync(program, ['--version']).error === undefined;

describe('another program finds a sentence of each kind', () => {
  for (const [kind, name, sentence, program, ...args] of SENTENCES) {
    test.skipIf(!process.env.CI && !isInstalled(program))(`${kind} by ${program}`, () => {
      const path = join(folder, name);
      writeFileSync(path, latest(name));
      const said = execFileSync(
        program,
        args.map((arg) => (arg === '{}' ? path : arg)),
        { encoding: 'utf8' },
      );
      expect(said.replace(/\s+/g, ' ')).toContain(sentence);
    });
  }

  test.skipIf(!process.env.CI && !isInstalled('unzip'))('unzip finds no fault in any office file', () => {
    for (const { name } of documents.filter((document) => /\.(docx|xlsx|pptx)$/.test(document.name))) {
      const path = join(folder, name);
      writeFileSync(path, latest(name));
      expect(execFileSync('unzip', ['-tq', path], { encoding: 'utf8' })).toContain('No errors detected');
    }
  });
});

test('the same bytes on every run', async () => {
  const again = await demoDocuments();
  for (const [at, document] of documents.entries()) {
    for (const [number, version] of document.versions.entries()) {
      expect(again[at]?.versions[number]?.bytes.equals(version.bytes), document.name).toBe(true);
    }
  }
});

describe('the tables', () => {
  const labels = new Set<string>();
  const collect = (label: DemoLabel) => {
    expect(labels.has(label.name), `label ${label.name} twice`).toBe(false);
    labels.add(label.name);
    for (const child of label.children ?? []) {
      collect(child);
    }
  };

  test('speak of folders, labels, types and people that exist', () => {
    for (const label of demoOrganization.labels) {
      collect(label);
    }
    const folders = new Set(demoOrganization.folders.map(({ library, path }) => `${library}: ${path}`));
    const types = new Set(demoOrganization.documentTypes.map(({ code }) => code));
    for (const row of DOCUMENT_ROWS) {
      expect(row.folder === '' || folders.has(`${row.library}: ${row.folder}`), row.folder).toBe(true);
      expect(types, row.title).toContain(row.type);
      for (const label of row.labels) {
        expect(labels, row.title).toContain(label);
      }
      const library = demoOrganization.libraries.find(({ name }) => name === row.library);
      const members = library?.members.map(([persona]) => persona) ?? [];
      for (const author of row.authors) {
        expect(members, row.title).toContain(author);
      }
    }
    for (const { path, library, defaultLabels } of demoOrganization.folders) {
      const parent = path.split(' / ').slice(0, -1).join(' / ');
      expect(parent === '' || folders.has(`${library}: ${parent}`), path).toBe(true);
      for (const label of defaultLabels ?? []) {
        expect(labels, path).toContain(label);
      }
    }
  });

  test('keep the rules of titles, codes, RUTs and of the state graph', () => {
    const codes = DOCUMENT_ROWS.flatMap(({ code }) => code ?? []);
    expect(new Set(codes).size).toBe(codes.length);
    for (const row of DOCUMENT_ROWS) {
      expect(row.title.length, row.title).toBeGreaterThanOrEqual(TITLE.min);
      expect(row.title.length, row.title).toBeLessThanOrEqual(TITLE.max);
    }
    for (const { versions, title } of documents) {
      for (const { steps } of versions) {
        let from: (typeof STATES)[number]['value'] = STATE.draft;
        for (const { state } of steps) {
          expect(canFollow(from, state), `${title}: ${from} to ${state}`).toBe(true);
          from = state;
        }
      }
    }
    for (const { rut } of demoOrganization.users) {
      expect(parseRut(rut)).not.toBeNull();
    }
    expect(parseRut(demoOrganization.taxId)).not.toBeNull();
  });

  test('show every state, every scope and every kind of file', () => {
    const states = new Set(
      documents.map(({ versions }) => versions.at(-1)?.steps.at(-1)?.state ?? STATE.draft),
    );
    expect([...states].sort()).toEqual(STATES.map(({ value }) => value).sort());
    const scopes = new Set(documents.map(({ scope }) => scope ?? 'internal'));
    expect([...scopes].sort()).toEqual([...SCOPES].sort());
    const kinds = new Set(documents.map(({ name }) => name.split('.').at(-1)));
    expect([...kinds].sort()).toEqual(['csv', 'docx', 'pdf', 'png', 'pptx', 'txt', 'xlsx']);
    const drafted = documents.filter(
      ({ versions }) =>
        versions.length > 1 &&
        versions[0]?.steps.at(-1)?.state === STATE.published &&
        versions.at(-1)?.steps.at(-1)?.state !== STATE.published,
    );
    expect(drafted.length).toBeGreaterThanOrEqual(2);
  });
});
