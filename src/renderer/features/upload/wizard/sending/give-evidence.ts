import { fetchEndpoint } from '../../../../api/client.ts';
import { newId } from '../../../../api/http.ts';
import { toast } from '../../../../components/toast.tsx';
import type { EvidenceOf, UploadSeed } from '../../../../hooks/shell-actions.ts';
import { i18next } from '../../../../i18n/i18n.ts';
import { describe } from '../../engine/upload.ts';
import { sessionSignal } from '../../engine/upload-locks.ts';
import { whenUploadsOpen } from '../../engine/uploads-store.ts';
import { copyOf } from '../files/copies.ts';
import { inspect } from '../files/inspect.ts';
import { type Document, type Draft, documentOf, EMPTY_DETAILS, listMissing, STEPS } from '../steps/steps.ts';
import { openWizard, useWizard } from '../wizard-store.ts';
import { refusalTitle, refusedFields } from './refusals.ts';
import { tellCreated } from './send-draft.ts';
import { submitAll } from './submit.ts';

/** The files as documents of the wizard, with what is wrong with each. */
async function documentsOf(files: readonly File[]): Promise<Document[]> {
  const taken = await fetchEndpoint('settingsInForce', {}).catch(() => undefined);
  const documents = files.map((bytes) => ({ ...documentOf(newId(), describe(bytes)), bytes }));
  const looked = documents.map(async (each) => ({ ...each, problem: await inspect(each.bytes, taken) }));
  return Promise.all(looked);
}

/** Whether one of them is there already: somebody may want to link that document instead. */
async function hasCopies(documents: readonly Document[]): Promise<boolean> {
  const found = documents.map((each) => copyOf(each, documents, sessionSignal()).catch(() => undefined));
  return (await Promise.all(found)).some(Boolean);
}

/** What is sent without a question; undefined where something is missing, or is better looked at. */
async function wholeDraft(
  { group, folder, documentType = null, draft }: UploadSeed,
  evidence: EvidenceOf,
  files: readonly File[],
): Promise<Draft | undefined> {
  if (!draft || !group) return undefined;
  const [documents, all] = await Promise.all([
    documentsOf(files),
    fetchEndpoint('labels', { query: { group } }).catch(() => []),
  ]);
  const { state, scope } = draft;
  const whole: Draft = {
    documents,
    details: { ...EMPTY_DETAILS, group, folder: folder ?? null, state, scope, documentType, evidence },
    labels: all.filter(({ _id }) => draft.labels.includes(_id)),
    confirmed: true,
  };
  const wrong =
    documents.some(({ problem }) => problem) || STEPS.some((step) => listMissing(step, whole).length > 0);
  return wrong || (await hasCopies(documents)) ? undefined : whole;
}

/**
 * Creates a document of each file, in the place and with the details that the due day has for them, and queues its bytes.
 * Where something is missing or refused, the wizard opens with what there is.
 */
export async function giveEvidence(
  seed: UploadSeed,
  evidence: EvidenceOf,
  files: readonly File[],
): Promise<void> {
  try {
    await whenUploadsOpen();
    const whole = await wholeDraft(seed, evidence, files);
    if (whole) await send(seed, whole);
    else openWizard(seed);
  } finally {
    seed.onTaken?.();
  }
}

/** Creates the documents. Those that are refused wait in the wizard, all of them filled in, to be sent again. */
async function send(seed: UploadSeed, whole: Draft): Promise<void> {
  const { created, failed } = await submitAll(whole, undefined);
  tellCreated(created);
  const [first] = failed;
  if (!first) return;
  const { error } = first;
  toast.error(i18next.t(`upload:${refusalTitle(error)}`), refusedFields(error).evidenceFor ?? error);
  const { files: _, ...rest } = seed;
  openWizard(rest);
  // The same documents: one that was made although its answer was lost is found again, and not made twice.
  const refused = whole.documents.filter(({ id }) => failed.some((each) => each.id === id));
  useWizard.setState({ documents: refused, labels: whole.labels, step: 'confirm' });
}
