import '../catalogue.ts';
import { create } from 'zustand';
import { STATE_NONE } from '#shared/access/states.ts';
import type { Label } from '#shared/labels/labels.schemas.ts';
import { isIgnored } from '#shared/platform/files/ignored-names.ts';
import { fetchEndpoint } from '../../../api/client.ts';
import { newId } from '../../../api/http.ts';
import type { DescribedFile, UploadSeed } from '../../../hooks/shell-actions.ts';
import { describe, looksTheSame } from '../engine/upload.ts';
import type { FoundDraft } from './draft/draft-store.ts';
import { copyOf } from './files/copies.ts';
import { inspect, problemOf } from './files/inspect.ts';
import { contentOf, withContent } from './files/look-inside.ts';
import { foldersOf } from './files/sub-folders.ts';
import type { Created } from './sending/submit.ts';
import {
  type Details,
  type Document,
  type Draft,
  documentOf,
  EMPTY_DETAILS,
  isReachable,
  type Step,
} from './steps/steps.ts';

interface WizardState extends Draft {
  opened: boolean;
  /** Increases with each opening. It is part of the fields' keys, so that they do not keep old values. */
  visit: number;
  seed: UploadSeed;
  step: Step;
  /** How often somebody wanted to go on from this step although something was missing: then its fields say so. */
  tried: number;
  submitting: boolean;
  /** The labels that were chosen for the person because the place has them by default. */
  defaults: readonly Label[];
  /** The server's sentences about shared fields, by field. */
  refused: Readonly<Record<string, string>>;
  created: readonly Created[];
  /** How many chosen files are still being looked at. */
  adding: number;
  /** How many documents were created of those that are being sent. */
  sent: number;
  /** How many of how many the server refused at the last attempt. */
  failure: { readonly count: number; readonly all: number } | null;
  /** Names of files that were left out because they were chosen before. */
  twice: readonly string[];
  /** What was left at another time and is offered; while it is, what is entered now is not kept beyond the page. */
  kept: FoundDraft | 'reading' | undefined;
  /** The first photos of a document whose pages are being photographed. */
  photographed: readonly File[] | null;
}

const blank = (seed: UploadSeed) => ({
  documents: [],
  details: {
    ...EMPTY_DETAILS,
    group: seed.group ?? null,
    folder: seed.folder ?? null,
    notes: seed.notes ?? '',
    documentType: seed.documentType ?? null,
    state: seed.draft?.state ?? STATE_NONE,
    scope: seed.draft?.scope ?? EMPTY_DETAILS.scope,
    evidence: seed.evidence,
  },
  labels: [],
  defaults: [],
  confirmed: false,
  step: 'file' as const,
  tried: 0,
  submitting: false,
  refused: {},
  created: [],
  adding: 0,
  sent: 0,
  failure: null,
  twice: [],
  photographed: null,
  kept: undefined,
});

/** What was typed into the wizard. It ends with the dialog. */
export const useWizard = create<WizardState>(() => ({ opened: false, visit: 0, seed: {}, ...blank({}) }));

const { getState: get, setState: set } = useWizard;

/** Opens the wizard; if it is open, adds the files to it. */
export function openWizard(seed: UploadSeed = {}): void {
  const { opened, visit } = get();
  if (!opened) {
    const described = (seed.described ?? []).map((file) => ({
      ...documentOf(newId(), file),
      problem: problemOf(file),
    }));
    set({ ...blank(seed), documents: described, opened: true, visit: visit + 1, seed });
  }
  if (seed.files) void addFiles(seed.files);
}

export const closeWizard = (): void => set({ opened: false, ...blank({}), seed: {} });

/** "Crear otro": keeps the place, and nothing else of what was typed. */
export function beginAgain(): void {
  const { seed, details, visit } = get();
  const again: UploadSeed = seed.group ? { group: seed.group, folder: details.folder } : {};
  set({ ...blank(again), visit: visit + 1, seed: again });
}

/** How many files are looked at, and shown, at once. */
const AT_ONCE = 25;

/** Adds files. Those that are in it already are left out and reported. */
export async function addFiles(files: readonly File[]): Promise<void> {
  const { visit, step } = get();
  if (step === 'done') beginAgain();
  const at = step === 'done' ? visit + 1 : visit;
  set(({ adding }) => ({ twice: [], adding: adding + files.length }));
  // If the limits cannot be loaded, the server checks them when the document is created.
  const taken = await fetchEndpoint('settingsInForce', {}).catch(() => undefined);
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const some = files.slice(from, from + AT_ONCE);
    const problems = await Promise.all(some.map((bytes) => inspect(bytes, taken)));
    const now = get();
    if (now.visit !== at || !now.opened) return;
    addLooked(
      some.map((bytes, n) => ({ bytes, problem: problems[n] })),
      at,
    );
    set(({ adding }) => ({ adding: Math.max(0, adding - some.length) }));
  }
}

/** Adds files that were looked at. @param at the visit in which they were chosen */
function addLooked(
  files: readonly { readonly bytes: File; readonly problem: Document['problem'] }[],
  at: number,
): void {
  const documents = [...get().documents];
  const twice = [...get().twice];
  const added: Document[] = [];
  for (const { bytes, problem } of files) {
    const folders = foldersOf(bytes);
    // Files that other programs leave in folders are left out.
    if (folders.length > 0 && isIgnored(bytes.name)) continue;
    const file: DescribedFile = { ...describe(bytes), ...(folders.length > 0 ? { folders } : {}) };
    // One that was too large to be kept is chosen again, for the document that was left.
    const waiting = documents.find((each) => each.problem === 'again' && isTwice(each.file, file));
    if (waiting) {
      const again = { ...waiting, bytes, problem };
      documents[documents.indexOf(waiting)] = again;
      added.push(again);
      continue;
    }
    if (documents.some((each) => isTwice(each.file, file))) {
      twice.push(file.name);
      continue;
    }
    const document = { ...documentOf(newId(), file), bytes, problem };
    documents.push(document);
    added.push(document);
  }
  set({ documents, twice, ...(added.length > 0 ? { confirmed: false } : {}) });
  for (const document of added) lookAt(document, at);
}

/** Finds copies of a file, and what it says of itself. @param visit the visit in which it was chosen */
export function lookAt(document: Document, visit: number): void {
  if (document.problem) return;
  void lookForCopies(document, visit);
  void lookInside(document, visit);
}

/** Two files with the same name in different folders are two files. */
const isTwice = (one: DescribedFile, other: DescribedFile): boolean =>
  looksTheSame(one, other) && one.folders?.join('/') === other.folders?.join('/');

/** Calls `find` with a signal that ends when the document or the wizard is gone, and stores what it found. */
async function whileThere<T>(
  { id }: Document,
  visit: number,
  find: (signal: AbortSignal) => Promise<T | undefined>,
  store: (document: Document, found: T) => Document,
): Promise<void> {
  const ended = new AbortController();
  const stop = useWizard.subscribe((now) => {
    const there = now.opened && now.visit === visit && now.documents.some((each) => each.id === id);
    if (!there) ended.abort();
  });
  const found = await find(ended.signal).catch(() => undefined);
  stop();
  if (!found || ended.signal.aborted) return;
  changeDocument(id, (document) => store(document, found));
}

/** Stores copies at their files. If they cannot be found out, nothing is shown. */
const lookForCopies = (document: Document, visit: number): Promise<void> =>
  whileThere(
    document,
    visit,
    (signal) => copyOf(document, get().documents, signal),
    (each, copy) => ({ ...each, copy }),
  );

/** Stores what a file says of itself. */
const lookInside = (document: Document, visit: number): Promise<void> =>
  whileThere(document, visit, (signal) => contentOf(document, signal), withContent);

/** Changes one document. */
export function changeDocument(id: string, change: (document: Document) => Document): void {
  set(({ documents }) => ({ documents: documents.map((each) => (each.id === id ? change(each) : each)) }));
}

/** Changes shared fields. Another library clears state, folder and labels, which belong to a library. */
export function setDetails(change: Partial<Details>): void {
  set(({ details, documents, labels, refused }) => {
    const moved = change.group !== undefined && change.group !== details.group;
    const mended = Object.fromEntries(Object.entries(refused).filter(([field]) => !(field in change)));
    return {
      details: { ...details, ...(moved ? { state: STATE_NONE, folder: null } : {}), ...change },
      ...(moved ? { labels: [], defaults: [] } : { labels }),
      ...(moved ? { documents: documents.map((each) => ({ ...each, labels: [] })) } : {}),
      // A scope that is chosen for all is also that of documents that have a type of their own.
      ...(change.scope !== undefined && change.documentType === undefined
        ? { documents: documents.map((each) => ({ ...each, scope: undefined })) }
        : {}),
      refused: mended,
      confirmed: false,
    };
  });
}

export function setLabels(labels: readonly Label[]): void {
  set(({ refused: { labels: _mended, ...refused } }) => ({ labels, refused, confirmed: false }));
}

/** Chooses what a place has by default. Where that is nothing new, what was confirmed stays so. */
export function setDefaults(defaults: readonly Label[]): void {
  if (defaults.length > 0 || get().labels.length > 0) setLabels(defaults);
  set({ defaults });
}

export const setPhotographed = (photographed: readonly File[] | null): void => set({ photographed });

export const setConfirmed = (confirmed: boolean): void => set({ confirmed });

/** Shows what this step lacks. */
export const showMissing = (): void => set(({ tried }) => ({ tried: tried + 1 }));

/** Opens a step, if that is allowed. */
export function goTo(step: Step): void {
  const state = get();
  if (!state.submitting && isReachable(step, state, state.step)) set({ step, tried: 0 });
}
