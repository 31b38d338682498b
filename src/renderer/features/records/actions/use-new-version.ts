import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Record } from '#shared/documents/records.schemas.ts';
import type { Version } from '#shared/documents/versions.schemas.ts';
import { isAllowedName } from '#shared/platform/files/refused-kinds.ts';
import { useUser } from '../../../api/session-store.ts';
import { toast } from '../../../components/toast.tsx';
import { useShell } from '../../../hooks/shell-actions.ts';
import type { Shown } from '../preview/use-shown-version.ts';
import { useTellVersion } from './use-tell-version.ts';

export type NewVersion = ReturnType<typeof useNewVersion>;
interface Base {
  readonly _id: string;
  /** 0 where no file has arrived yet. */
  readonly number: number;
}

/**
 * The version that a file would follow: the one on the screen, or the first one where its bytes have never arrived. A
 * newer one that somebody else added meanwhile, and that the person has not opened, is not what they edited: their file is
 * kept beside it, in conflict (docs/domain/states-and-versions.md).
 */
function baseOf(
  record: Record,
  versions: readonly Version[] | undefined,
  { file: { version: shown }, number }: Shown,
  me: string,
): Base | undefined {
  if (record.currentVersion) {
    const base = shown === undefined || number === undefined ? record.currentVersion : { _id: shown, number };
    return record.may.addVersion ? base : undefined;
  }
  // Only whoever made it may try again.
  const awaited = versions?.find(({ status, createdBy }) => status !== 'ready' && createdBy._id === me);
  return awaited && record.may.edit ? { _id: awaited._id, number: 0 } : undefined;
}

/**
 * Uploads a file as the next version of a document, and says what it did and what comes next.
 * @param shown what is on the screen
 */
export function useNewVersion(record: Record, versions: readonly Version[] | undefined, shown: Shown) {
  const { t } = useTranslation('records');
  const { uploadVersion, isFileOf } = useShell();
  const tell = useTellVersion();
  /** The version that was sent from here last: it is its person's own, though the page may not show it yet. */
  const [sent, setSent] = useState<string>();
  const me = useUser()._id;
  const inSight =
    sent !== undefined && sent === record.currentVersion?._id
      ? { ...shown, file: { ...shown.file, version: sent }, number: record.currentVersion.number }
      : shown;
  const follows = baseOf(record, versions, inSight, me);
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
      else {
        const confirmed = await uploadVersion(seed);
        if (confirmed.outcome === 'current') setSent(confirmed.version._id);
        await tell(confirmed);
      }
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
    number: (record.currentVersion?.number ?? 0) + 1,
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
