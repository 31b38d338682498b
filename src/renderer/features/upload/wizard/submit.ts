import { call } from '../../../api/client.ts';
import { ApiError, isOutage } from '../../../api/errors.ts';
import { newId } from '../../../api/http.ts';
import type { DocumentBody, SubmitDocument } from '../../../hooks/shell-actions.ts';
import { enqueue } from '../engine/engine.ts';
import { EmptyAnswer } from './refusals.ts';
import { bodyOf, type Document, type Draft, uploadableDocuments } from './steps.ts';
import { SubFolders } from './sub-folders.ts';

/** A document that was created: its record, and the upload of its bytes where they go from here. */
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

/** One document, one operation: a second try with the same data is the same call, whatever became of the first. */
const keys = new Map<string, { body: string; key: string }>();

function keyFor(id: string, body: DocumentBody): string {
  const text = JSON.stringify(body);
  const known = keys.get(id);
  if (known?.body === text) return known.key;
  const key = newId();
  keys.set(id, { body: text, key });
  return key;
}

/** Creates the record and puts its bytes in the queue. */
async function create(document: Document, body: DocumentBody): Promise<Created> {
  const { id, bytes } = document;
  const answer = await call('recordCreate', { body }, { idempotencyKey: keyFor(id, body) });
  if (!answer?.record || !answer.version?.key) throw new EmptyAnswer();
  keys.delete(id);
  const { record, version } = answer;
  const title = body.title;
  const upload = { title, record: record._id, version: version._id, key: version.key };
  const [queued] = bytes && version.key ? enqueue([{ ...upload, key: version.key, file: bytes }]) : [];
  return { id, title, record: record._id, upload: queued };
}

/**
 * Submits every document of the draft, one after the other. What one of them fails with keeps none of the others,
 * except that nobody answers: then the rest is not even tried.
 */
export async function submitAll(draft: Draft, strategy: SubmitDocument | undefined): Promise<Outcome> {
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
    } catch (error) {
      if (error instanceof ApiError && isOutage(error)) outage = error;
      outcome.failed.push({ id: document.id, error });
    }
  }
  return outcome;
}
