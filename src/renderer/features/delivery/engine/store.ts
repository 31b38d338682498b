import { create } from 'zustand';
import { afterReload, type SentFile } from './files.ts';

/** What this tab sends by one link. */
interface Sending {
  readonly files: readonly SentFile[];
  /** How whoever sends calls themself: a file that is chosen again after a reload goes on in this name. */
  readonly sender: string;
  /** The code of the refusal that ended the link while the page was open. */
  readonly over: string | undefined;
}

export const useSending = create<Sending>(() => ({ files: [], sender: '', over: undefined }));

/** The files themselves, which no store can keep. */
export const contents = new Map<string, File>();

let place: string | undefined;

/** Kept as long as the tab is open, so that a reload goes on where it was. The secret itself is in no storage. */
async function placeOf(secret: string): Promise<string> {
  // Without a secure context there is no hash of the platform's: then the beginning tells links of one tab apart.
  if (!globalThis.crypto?.subtle) return `legajo.delivery.${secret.slice(0, 6)}`;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  const hex = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `legajo.delivery.${hex.slice(0, 32)}`;
}

/** What was kept of this link in this tab. Anything else counts as nothing. */
function read(key: string): Pick<Sending, 'files' | 'sender'> {
  const nothing = { files: [], sender: '' };
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<Sending> | null;
    if (!Array.isArray(kept?.files)) return nothing;
    const files = kept.files.flatMap((each: SentFile) =>
      typeof each?.id === 'string' && typeof each.name === 'string' ? (afterReload(each) ?? []) : [],
    );
    return { files, sender: typeof kept.sender === 'string' ? kept.sender : '' };
  } catch {
    return nothing;
  }
}

/** Begins with what this tab knows of a link. */
export async function openSending(secret: string): Promise<void> {
  const key = await placeOf(secret);
  if (place === key) return;
  place = key;
  contents.clear();
  useSending.setState({ ...read(key), over: undefined });
}

useSending.subscribe(({ files, sender }) => {
  if (!place) return;
  try {
    sessionStorage.setItem(place, JSON.stringify({ files, sender }));
  } catch {
    // Where nothing may be kept, a reload begins anew.
  }
});

export const fileOf = (id: string): SentFile | undefined =>
  useSending.getState().files.find((each) => each.id === id);

export function change(id: string, values: Partial<SentFile>): void {
  useSending.setState(({ files }) => ({
    files: files.map((each) => (each.id === id ? { ...each, ...values } : each)),
  }));
}

export function add(files: readonly SentFile[]): void {
  useSending.setState((before) => ({ files: [...before.files, ...files] }));
}

export function remove(id: string): void {
  contents.delete(id);
  useSending.setState(({ files }) => ({ files: files.filter((each) => each.id !== id) }));
}
