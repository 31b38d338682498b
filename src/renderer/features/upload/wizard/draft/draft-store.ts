import { committed, settled } from '../../engine/indexed-db.ts';
import { KEPT_BYTES } from '../../engine/upload.ts';
import type { Details, Document, Draft } from '../steps/steps.ts';
import { draftName } from './draft-name.ts';

/**
 * What was entered into the wizard and not sent, in IndexedDB: it is there again after a reload or a crash. The files
 * themselves are kept as long as they are small together; of the others only their names are.
 */

type KeptDocument = Omit<Document, 'bytes' | 'problem' | 'said' | 'copy' | 'refused' | 'failed'>;

export interface KeptDraft {
  readonly details: Details;
  readonly labels: Draft['labels'];
  readonly defaults: Draft['labels'];
  readonly documents: readonly KeptDocument[];
}

/** A draft with the files that were kept, by their documents' ids. */
export interface FoundDraft extends KeptDraft {
  readonly files: ReadonlyMap<string, File>;
}

const ROWS = 'draft';
const FILES = 'files';
/** There is one draft. */
const KEY = 'draft';

/** Opens the database for one thing only: an open one would keep it from being erased. */
async function withDatabase<T>(person: string, use: (database: IDBDatabase) => Promise<T>): Promise<T> {
  const request = indexedDB.open(draftName(person), 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(ROWS);
    request.result.createObjectStore(FILES);
  };
  const database = await settled(request);
  try {
    return await use(database);
  } finally {
    database.close();
  }
}

/** The documents' files, as many as have room together. */
function smallFiles(documents: readonly Document[]): Map<string, File> {
  const files = new Map<string, File>();
  let room = KEPT_BYTES;
  for (const { id, bytes } of documents) {
    if (!bytes || bytes.size > room) continue;
    room -= bytes.size;
    files.set(id, bytes);
  }
  return files;
}

const kept = ({ bytes: _b, problem: _p, said: _s, copy: _c, refused: _r, failed: _f, ...rest }: Document) =>
  rest;

/**
 * Stores the draft in the place of the one before. Files that are stored already are not written again.
 * @throws if it cannot be stored, as where a disk is full
 */
export async function writeDraft(
  person: string,
  { documents, details, labels, defaults }: Omit<KeptDraft, 'documents'> & Pick<Draft, 'documents'>,
): Promise<void> {
  const files = smallFiles(documents);
  await withDatabase(person, async (database) => {
    const transaction = database.transaction([ROWS, FILES], 'readwrite');
    const done = committed(transaction);
    const stored = transaction.objectStore(FILES);
    transaction.objectStore(ROWS).put({ details, labels, defaults, documents: documents.map(kept) }, KEY);
    const there = new Set(await settled(stored.getAllKeys()));
    for (const id of there) if (!files.has(String(id))) stored.delete(id);
    for (const [id, file] of files) if (!there.has(id)) stored.put(file, id);
    await done;
  });
}

/** The draft that a person left; undefined where there is none. */
export const readDraft = (person: string): Promise<FoundDraft | undefined> =>
  withDatabase(person, async (database) => {
    const transaction = database.transaction([ROWS, FILES]);
    const stored = transaction.objectStore(FILES);
    const [draft, ids, files] = await Promise.all([
      settled<KeptDraft | undefined>(transaction.objectStore(ROWS).get(KEY)),
      settled(stored.getAllKeys()),
      settled<File[]>(stored.getAll()),
    ]);
    if (!draft || draft.documents.length === 0) return undefined;
    return { ...draft, files: new Map(files.map((file, at) => [String(ids[at]), file])) };
  });
