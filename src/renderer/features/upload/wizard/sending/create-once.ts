import { type CallOptions, call, type Result } from '../../../../api/client.ts';
import { ApiError, isOutage } from '../../../../api/errors.ts';
import { newId } from '../../../../api/http.ts';
import type { DocumentBody } from '../../../../hooks/shell-actions.ts';
import { EmptyAnswer } from './refusals.ts';

type Made = Result<'recordCreate'>;

/** What was sent for a document whose creation was not answered yet: one key, and each different body, oldest first. */
interface Attempt {
  readonly key: string;
  readonly sent: readonly DocumentBody[];
}

/** By the wizard's id of the document. A reload of the page loses them. */
const attempts = new Map<string, Attempt>();

interface Edited {
  /** The title that the document has now. */
  readonly title: string;
  /** What was changed after the first attempt and is not saved. */
  readonly unsaved?: 'fields' | 'state';
}

const same = (one: DocumentBody, other: DocumentBody): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const isMismatch = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'idempotency_mismatch';

async function send(body: DocumentBody, options: CallOptions): Promise<Made> {
  const answer = await call('recordCreate', { body }, options);
  if (!answer?.record || !answer.version?.key) throw new EmptyAnswer();
  return answer;
}

/** The document that one of the earlier bodies made. The key is taken, so that no call makes a second one. */
async function findMade(key: string, earlier: readonly DocumentBody[], mismatch: unknown): Promise<Made> {
  for (const body of [...earlier].reverse()) {
    try {
      return await send(body, { idempotencyKey: key });
    } catch (error) {
      if (!isMismatch(error)) throw error;
    }
  }
  throw mismatch;
}

/**
 * Creates a document once, however often its person tries and whatever they change in between. All attempts have the
 * same idempotency key. Where an earlier one was committed and its answer lost, the server refuses a changed body; then
 * the earlier body is sent again, which tells what it made, and that document is changed.
 * @throws ApiError, EmptyAnswer
 */
export async function createOnce(id: string, body: DocumentBody): Promise<Edited & { made: Made }> {
  const key = attempts.get(id)?.key ?? newId();
  const earlier = (attempts.get(id)?.sent ?? []).filter((each) => !same(each, body));
  attempts.set(id, { key, sent: [...earlier, body] });
  const created = await send(body, { idempotencyKey: key }).then(
    (made) => ({ made, title: body.title }),
    async (error: unknown) => {
      if (!isMismatch(error)) throw error;
      const made = await findMade(key, earlier, error);
      return { made, ...(await edit(made.record, body)) };
    },
  );
  attempts.delete(id);
  return created;
}

/**
 * Makes a document what the wizard says now, as far as that is possible: its state cannot change before its bytes are
 * there.
 * @throws ApiError for an outage
 */
async function edit({ _id: id, title, state }: Made['record'], body: DocumentBody): Promise<Edited> {
  try {
    await place(id, body);
    await describe(id, body);
  } catch (error) {
    if (isOutage(error) || !(error instanceof ApiError)) throw error;
    return { title, unsaved: 'fields' };
  }
  return { title: body.title, ...(state === body.state ? {} : { unsaved: 'state' }) };
}

const read = (id: string) => call('recordById', { params: { id } });

/** Throws the refusal of the only item of a batch. */
function requireOk({ results: [result] }: Result<'batchMove'>): void {
  if (result?.ok) return;
  const { code = 'unknown', message = '' } = result?.error ?? {};
  throw new ApiError(409, code, message);
}

async function place(id: string, { group, folder = null }: DocumentBody): Promise<void> {
  const now = await read(id);
  if (now.group._id === group && (now.folder?._id ?? null) === folder) return;
  requireOk(await call('batchMove', { body: { items: [{ record: id, rev: now.rev }], group, folder } }));
}

async function describe(id: string, body: DocumentBody): Promise<void> {
  const { title, notes, labels, date, documentType, scope } = body;
  const now = await read(id);
  // The server leaves out what is as it was.
  const wanted = { title, notes, labels, date, documentType };
  await call('recordUpdate', {
    params: { id },
    body: { rev: now.rev, ...wanted, ...(scope === now.scope ? {} : { scope }) },
  });
}
