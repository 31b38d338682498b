import { useEffect } from 'react';
import { useUser } from '../../../../api/session-store.ts';
import { entered } from '../../../../hooks/entered.ts';
import type { Document } from '../steps/steps.ts';
import { lookAt, useWizard } from '../wizard-store.ts';
import { DRAFT, eraseDraft } from './draft-name.ts';
import { type FoundDraft, readDraft, writeDraft } from './draft-store.ts';

const { getState: get, setState: set } = useWizard;

/** What is written next; what would have been written before it is left out. */
let next: (() => Promise<void>) | undefined;
let isWriting = false;

/** Writes one after the other, the newest last. */
async function write(work: () => Promise<void>): Promise<void> {
  next = work;
  if (isWriting) return;
  isWriting = true;
  while (next) {
    const now: () => Promise<void> = next;
    next = undefined;
    // No room, or storage is forbidden: it ends with the page, which asks before it is left.
    await now().catch(() => undefined);
  }
  isWriting = false;
}

function forget(person: string): void {
  entered.forget(person, DRAFT);
  void write(async () => eraseDraft(person));
}

/** Offers what was left at another time. Until that is decided, nothing takes its place. */
function offer(person: string): void {
  if (!entered.has(person, DRAFT)) return;
  const { visit } = get();
  set({ kept: 'reading' });
  const show = (found: FoundDraft | undefined): void => {
    if (!found) entered.forget(person, DRAFT);
    if (get().visit === visit && get().opened) set({ kept: found });
  };
  readDraft(person).then(show, () => show(undefined));
}

type State = ReturnType<typeof get>;

function follow(person: string, now: State, before: State): void {
  if (!now.opened || now.seed.described) return;
  if (now.visit !== before.visit) {
    offer(person);
    return;
  }
  if (now.kept) return;
  if (
    now.step === 'done' ? before.step !== 'done' : now.documents.length === 0 && before.documents.length > 0
  ) {
    forget(person);
    return;
  }
  const { documents, details, labels } = now;
  const changed = documents !== before.documents || details !== before.details || labels !== before.labels;
  if (now.step === 'done' || documents.length === 0 || !(changed || before.kept)) return;
  if (!entered.has(person, DRAFT)) entered.keep(person, DRAFT, DRAFT);
  void write(() => {
    const { defaults } = now;
    // Files that cannot be uploaded are no loss.
    const wanted = documents.filter(({ problem }) => !problem || problem === 'again');
    return writeDraft(person, { documents: wanted, details, labels, defaults });
  });
}

/** Keeps what is entered into the wizard on this computer until it is sent, discarded, or its person signs out. */
export function useKeptDraft(): void {
  const { _id: person } = useUser();
  useEffect(() => {
    // Whoever is quick opens it before this page has all that it needs.
    if (get().opened && !get().seed.described) offer(person);
    return useWizard.subscribe((now, before) => follow(person, now, before));
  }, [person]);
}

/** Goes on with what was left. Files that were too large to be kept have to be chosen again. */
export function takeDraft({ documents: left, details, labels, defaults, files }: FoundDraft): void {
  const { visit, documents, tried } = get();
  const found = left.map((each): Document => {
    const bytes = files.get(each.id);
    return bytes ? { ...each, bytes } : { ...each, problem: 'again' };
  });
  const whole = found.every(({ problem }) => !problem);
  set({
    kept: undefined,
    documents: [...found, ...documents],
    confirmed: false,
    step: whole ? 'details' : 'file',
    // The button that had the focus is gone.
    tried: whole ? 0 : tried + 1,
    ...{ details, labels, defaults },
  });
  for (const document of found) lookAt(document, visit);
}

/** Erases what was left, and keeps what is entered now. */
export function dropDraft(person: string): void {
  forget(person);
  set(({ tried }) => ({ kept: undefined, tried: tried + 1 }));
}

/** Ends what is entered now, as its person wants; not what is still offered from another time. */
export function discardDraft(person: string): void {
  if (!get().kept && !get().seed.described) forget(person);
}
