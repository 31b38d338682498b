import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Record } from '#shared/documents/records.schemas.ts';
import type { Version } from '#shared/documents/versions.schemas.ts';
import { isAllowedName } from '#shared/platform/file-kinds.ts';
import { useUser } from '../../../api/session-store.ts';
import { toast } from '../../../components/toast.tsx';
import { useShell } from '../../../hooks/shell-actions.ts';
import { useTellVersion } from './use-tell-version.ts';

export type NewVersion = ReturnType<typeof useNewVersion>;
interface Base {
  readonly _id: string;
  /** 0 where no file has arrived yet. */
  readonly number: number;
}

/** The version that a file would follow: the current one, or the first one where its bytes have never arrived. */
function baseOf(record: Record, versions: readonly Version[] | undefined, me: string): Base | undefined {
  if (record.currentVersion) return record.may.addVersion ? record.currentVersion : undefined;
  // Only whoever made it may try again.
  const awaited = versions?.find(({ status, createdBy }) => status !== 'ready' && createdBy._id === me);
  return awaited && record.may.edit ? { _id: awaited._id, number: 0 } : undefined;
}

/** Uploads a file as the next version of a document, and says what it did and what comes next. */
export function useNewVersion(record: Record, versions: readonly Version[] | undefined) {
  const { t } = useTranslation('records');
  const { uploadVersion, isFileOf } = useShell();
  const tell = useTellVersion();
  const follows = baseOf(record, versions, useUser()._id);
  const input = useRef<HTMLInputElement>(null);
  const [running, setRunning] = useState(false);
  const pressed = useRef<HTMLElement>(null);
  // A button that waits is disabled and loses the focus: it comes back, unless its person has gone elsewhere.
  useEffect(() => {
    if (running) return;
    if (document.activeElement === document.body) pressed.current?.focus({ preventScroll: true });
    pressed.current = null;
  }, [running]);

  async function send(file: File, { _id: base, number }: Base): Promise<void> {
    setRunning(true);
    const seed = { record: record._id, base, title: record.title, file, comment: '' };
    try {
      if (await isFileOf(seed)) toast.warning(t('newVersion.same', { number }));
      else await tell(await uploadVersion(seed));
    } catch (error) {
      toast.error(t('newVersion.failed'), error);
    } finally {
      setRunning(false);
    }
  }

  return {
    /** For a hidden `<input type="file">`. */
    input,
    running,
    /** Whether the person may send a file. */
    takes: follows !== undefined,
    /** The number that it would have. */
    number: (follows?.number ?? 0) + 1,
    refuseMany: (): void => void toast.error(t('newVersion.failed'), t('newVersion.one')),
    /** @param button where the focus returns to, if it stays on the screen */
    choose: (button?: HTMLElement): void => {
      pressed.current = button ?? null;
      input.current?.click();
    },
    take: (file: File | undefined): void => {
      if (!file || !follows) return;
      if (!isAllowedName(file.name)) toast.error(t('newVersion.failed'), t('review.fileKind'));
      else if (file.size === 0) toast.error(t('newVersion.failed'), t('review.fileEmpty'));
      else void send(file, follows);
    },
  };
}
