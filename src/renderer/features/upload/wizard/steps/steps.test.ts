import { describe, expect, it } from 'vitest';
import { recordCreate } from '#shared/documents/records.schemas.ts';
import type { Label } from '#shared/labels/labels.schemas.ts';
import { bodyOf, type Draft, EMPTY_DETAILS, firstTitle, isReachable, listMissing, STEPS } from './steps.ts';

const GROUP = '0192f0c1-2b3c-7d4e-8f50-617283940a1b';

const label = (at: number): Label => ({
  _id: `0192f0c1-2b3c-7d4e-8f50-${String(at).padStart(12, '0')}`,
  name: `Etiqueta ${at}`,
  icon: 'tag',
  parent: null,
  rootParent: null,
  children: [],
  groups: [],
});

const full = (change: Partial<Draft> = {}): Draft => ({
  documents: [
    {
      id: 'd1',
      file: {
        name: 'acta.pdf',
        type: 'application/pdf',
        size: 10,
        lastModified: new Date(2026, 10, 9).getTime(),
      },
      title: 'Acta de reunión',
      date: '2026-11-09',
      labels: [],
    },
  ],
  details: { ...EMPTY_DETAILS, group: GROUP, state: 0 },
  labels: [label(1)],
  confirmed: true,
  ...change,
});

const withTitle = (title: string): Draft =>
  full({ documents: full().documents.map((each) => ({ ...each, title })) });
const withDetails = (details: Partial<Draft['details']>): Draft =>
  full({ details: { ...full().details, ...details } });
const keys = (...of: Parameters<typeof listMissing>) => listMissing(...of).map(({ key }) => key);

describe('what each step needs', () => {
  it('file: at least one that can be uploaded', { tags: 'spec-5.5-file' }, () => {
    expect(keys('file', full())).toEqual([]);
    expect(keys('file', full({ documents: [] }))).toEqual(['file']);
    const bad = full().documents.map((each) => ({ ...each, problem: 'empty' as const }));
    expect(keys('file', full({ documents: bad }))).toEqual(['file']);
  });

  it('title: required, 5 to 80 characters', { tags: 'spec-5.1-title-length' }, () => {
    for (const good of ['abcde', 'a'.repeat(80), '  abcde  ']) {
      expect(keys('details', withTitle(good))).toEqual([]);
    }
    for (const bad of ['', 'abcd', '  ab  ', 'a'.repeat(81), 'con\u0000nulo']) {
      expect(keys('details', withTitle(bad))).toEqual(['title']);
    }
  });

  it('notes: optional, at most 1000 characters', { tags: 'spec-5.2-notes' }, () => {
    expect(keys('details', withDetails({ notes: 'a'.repeat(1000) }))).toEqual([]);
    expect(keys('details', withDetails({ notes: 'a'.repeat(1001) }))).toEqual(['notes']);
  });

  it('group required; state a number from 0 to 6', {
    tags: ['spec-5.3-group', 'spec-5.4-state', 'spec-9.3-state'],
  }, () => {
    expect(keys('details', withDetails({ group: null }))).toEqual(['group']);
    for (const state of [0, 6]) expect(keys('details', withDetails({ state }))).toEqual([]);
    for (const state of [-1, 7, 1.5]) expect(keys('details', withDetails({ state }))).toEqual(['state']);
  });

  it('labels: from one to fifty', {
    tags: ['spec-5.5-labels', 'spec-5.6-labels-max', 'spec-5.6-labels-empty'],
  }, () => {
    const many = (count: number) => full({ labels: Array.from({ length: count }, (_, at) => label(at)) });
    expect(keys('labels', many(0))).toEqual(['labels']);
    expect(keys('labels', many(50))).toEqual([]);
    expect(keys('labels', many(51))).toEqual(['labels']);
  });

  it('labels of one document beside those of all: each document has at least one', () => {
    const two = ['d1', 'd2'].flatMap((id) => full().documents.map((each) => ({ ...each, id })));
    const withLabels = (...own: Label[][]) =>
      full({ labels: [], documents: two.map((each, at) => ({ ...each, labels: own[at] ?? [] })) });
    expect(keys('labels', withLabels([], []))).toEqual(['labels']);
    expect(listMissing('labels', withLabels([label(1)], []))).toEqual([{ key: 'labelsOf', count: 1 }]);
    expect(keys('labels', withLabels([label(1)], [label(2)]))).toEqual([]);
    expect(keys('labels', { ...withLabels([label(2)], []), labels: [label(1)] })).toEqual([]);
  });

  it('confirm: the box ticked', { tags: 'spec-5.5-confirm' }, () => {
    expect(keys('confirm', full({ confirmed: false }))).toEqual(['confirm']);
  });
});

describe('a step is reachable only when the prior one is complete', () => {
  const reachable = (draft: Draft, at: Parameters<typeof isReachable>[2] = 'file') =>
    STEPS.filter((step) => isReachable(step, draft, at));

  it('opens them one after the other', { tags: 'spec-5.5-confirm' }, () => {
    expect(reachable(full({ documents: [] }))).toEqual(['file']);
    expect(reachable(withDetails({ group: null }))).toEqual(['file', 'details']);
    expect(reachable(full({ labels: [] }))).toEqual(['file', 'details', 'labels']);
    expect(reachable(full())).toEqual(['file', 'details', 'labels', 'confirm']);
  });

  it('closes the others once the documents are created', () => {
    expect(reachable(full(), 'done')).toEqual(['done']);
  });
});

describe('what is sent', () => {
  it('starts with the file name as title, long enough', {
    tags: 'spec-5.1-title-from-file',
  }, () => {
    expect(firstTitle('Acta de obra.final.docx')).toBe('Acta de obra.final');
    expect(firstTitle('Acta.docx')).toBe('Acta.docx');
    expect(firstTitle(`${'a'.repeat(200)}.pdf`)).toHaveLength(80);
  });

  it('is the document’s own where it has its own, and else what is shared', () => {
    const [document] = full().documents;
    if (!document) throw new Error('no document');
    const own = {
      ...document,
      documentType: 'tipo',
      scope: 'restricted' as const,
      labels: [label(1), label(2)],
    };
    expect(bodyOf(own, full())).toMatchObject({
      documentType: 'tipo',
      scope: 'restricted',
      labels: [label(1)._id, label(2)._id],
    });
    expect(bodyOf(document, withDetails({ documentType: 'de todos', scope: 'public' }))).toMatchObject({
      documentType: 'de todos',
      scope: 'public',
      labels: [label(1)._id],
    });
  });

  it('is what the contract takes', () => {
    const draft = full();
    const [document] = draft.documents;
    if (!document) throw new Error('no document');
    const body = bodyOf(document, draft);
    expect(recordCreate.parse(body)).toMatchObject({
      title: 'Acta de reunión',
      date: '2026-11-09',
      state: 0,
      scope: 'internal',
      file: { name: 'acta.pdf', type: 'application/pdf', size: 10 },
    });
  });
});
