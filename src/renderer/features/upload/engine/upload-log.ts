import { committed, settled } from './indexed-db.ts';
import type { Upload } from './upload.ts';

/**
 * The log of uploads in IndexedDB, so that they survive a reload. If it cannot be opened, uploads end with the page.
 */

const NAME = 'legajo-uploads';
const STORE = 'uploads';

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= (async () => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE, { keyPath: 'id' }).createIndex('user', 'user');
    };
    const database = await settled(request);
    // Closes the connection, because a tab with a newer version of the app waits for it.
    database.onversionchange = () => {
      database.close();
      opening = undefined;
    };
    return database;
  })().catch((error) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

const store = async (mode: IDBTransactionMode): Promise<IDBObjectStore> =>
  (await open()).transaction(STORE, mode).objectStore(STORE);

/** The person's unfinished uploads, oldest first. Rejects if the log cannot be read. */
export async function readUploads(user: string): Promise<Upload[]> {
  const rows: Upload[] = await settled((await store('readonly')).index('user').getAll(user));
  return rows.sort((a, b) => a.addedAt - b.addedAt);
}

export async function readUpload(id: string): Promise<Upload | undefined> {
  return settled((await store('readonly')).get(id));
}

/** Stores an upload; settles once that outlives the page. A failure is ignored: the upload then ends with the page. */
export async function writeUpload(upload: Upload): Promise<void> {
  const { rate: _rate, ...row } = upload;
  await store('readwrite')
    .then((rows) => {
      rows.put(row);
      return committed(rows.transaction);
    })
    .catch(() => undefined);
}

export async function eraseUpload(id: string): Promise<void> {
  await store('readwrite')
    .then((rows) => settled(rows.delete(id)))
    .catch(() => undefined);
}

/** Erases abandoned uploads of all people, and returns their ids. */
export async function eraseBefore(moment: number): Promise<string[]> {
  const rows: Upload[] = await settled((await store('readonly')).getAll());
  const old = rows.filter(({ addedAt }) => addedAt < moment).map(({ id }) => id);
  for (const id of old) await eraseUpload(id);
  return old;
}
