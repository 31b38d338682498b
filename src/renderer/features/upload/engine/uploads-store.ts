import { create } from 'zustand';
import { isUnderWay, type Upload } from './upload.ts';

interface UploadsState {
  /** The person whose list this is; null while nobody is signed in. */
  user: string | undefined;
  /** Oldest first. */
  list: readonly Upload[];
  /** Whether the log of earlier uploads could not be read. */
  logFailed: boolean;
}

/** The uploads of the signed-in person, for the screens. Only the engine changes it. */
export const useUploads = create<UploadsState>(() => ({ user: undefined, list: [], logFailed: false }));

export const findUpload = (id: string): Upload | undefined =>
  useUploads.getState().list.find((each) => each.id === id);

/** Changes an upload; ignored if it was removed. */
export function patchUpload(id: string, change: Partial<Upload>): void {
  useUploads.setState(({ list }) => ({
    list: list.map((each) => (each.id === id ? { ...each, ...change } : each)),
  }));
}

export const putUpload = (upload: Upload): void =>
  useUploads.setState(({ list }) => ({
    list: [...list.filter(({ id }) => id !== upload.id), upload].sort((a, b) => a.addedAt - b.addedAt),
  }));

export const removeUpload = (id: string): void =>
  useUploads.setState(({ list }) => ({ list: list.filter((each) => each.id !== id) }));

/** Number of uploads below 100 %. */
export const runningUploads = (): number => useUploads.getState().list.filter(isUnderWay).length;

/** Resolves once the engine runs for the signed-in person. */
export const whenUploadsOpen = (): Promise<void> =>
  new Promise((open) => {
    if (useUploads.getState().user) return open();
    const end = useUploads.subscribe(({ user }) => {
      if (!user) return;
      end();
      open();
    });
  });
