import { stateRow } from '#shared/access/states.ts';
import { toast } from '../../../../components/toast.tsx';
import type { DocumentBody, SubmitDocument } from '../../../../hooks/shell-actions.ts';
import { i18next } from '../../../../i18n/i18n.ts';
import { enqueue } from '../../engine/engine.ts';
import { withLostGroup } from '../draft/lost-group.ts';
import { SubFolders } from '../files/sub-folders.ts';
import { bodyOf, type Document, type Draft, uploadableDocuments } from '../steps/steps.ts';
import { createOnce } from './create-once.ts';
import { stopsAll } from './refusals.ts';

/** A created document: its record, and the upload of its bytes if this page sends them. */
export interface Created {
  id: string;
  title: string;
  record?: string | undefined;
  upload?: string | undefined;
}

export interface Outcome {
  created: Created[];
  failed: { id: string; error: unknown }[];
}

/** Creates the record and queues the upload of its bytes. */
async function create(document: Document, body: DocumentBody): Promise<Created> {
  const { id, bytes } = document;
  const {
    made: { record, version },
    title,
    unsaved,
  } = await createOnce(id, body);
  if (unsaved) {
    const { label: state } = stateRow(record.state);
    toast.notice(i18next.t(`upload:submit.unsaved.${unsaved}`, { title, state }));
  }
  const upload = { title, record: record._id, version: version._id, key: version.key };
  const [queued] = bytes && version.key ? enqueue([{ ...upload, key: version.key, file: bytes }]) : [];
  return { id, title, record: record._id, upload: queued };
}

/**
 * Submits the documents of the draft, one after the other. A failure of one does not affect the others, except where
 * all would fail, as without an answer: then the rest is not attempted.
 * @param onCreated called after each document that was created, with their number
 */
export async function submitAll(
  draft: Draft,
  strategy: SubmitDocument | undefined,
  onCreated: (count: number) => void = () => {},
): Promise<Outcome> {
  const outcome: Outcome = { created: [], failed: [] };
  let outage: unknown;
  const subFolders = new SubFolders(draft.details.group ?? '', draft.details.folder);
  for (const document of uploadableDocuments(draft)) {
    let body = bodyOf(document, draft);
    try {
      if (outage) throw outage;
      body = { ...body, folder: await subFolders.at(document.file.folders ?? []) };
      outcome.created.push(
        strategy
          ? { id: document.id, title: body.title, ...(await strategy(body, document.file)) }
          : await create(document, body),
      );
      onCreated(outcome.created.length);
    } catch (error) {
      if (stopsAll(error)) outage = error;
      outcome.failed.push({ id: document.id, error: await withLostGroup(error, draft.details.group) });
    }
  }
  return outcome;
}
