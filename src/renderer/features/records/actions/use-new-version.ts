import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Record } from '#shared/documents/records.schemas.ts';
import { isAllowedName } from '#shared/platform/file-kinds.ts';
import { toast } from '../../../components/toast.tsx';
import { useShell } from '../../../hooks/shell-actions.ts';
import { useTellVersion } from './use-tell-version.ts';

export type NewVersion = ReturnType<typeof useNewVersion>;
type CurrentVersion = NonNullable<Record['currentVersion']>;

/** Uploads a file as the next version of a document, and says what it did and what comes next. */
export function useNewVersion(record: Record) {
  const { t } = useTranslation('records');
  const { uploadVersion, isFileOf } = useShell();
  const tell = useTellVersion();
  const input = useRef<HTMLInputElement>(null);
  const [running, setRunning] = useState(false);
  const pressed = useRef<HTMLElement>(null);
  // A button that waits is disabled and loses the focus: it comes back, unless its person has gone elsewhere.
  useEffect(() => {
    if (running) return;
    if (document.activeElement === document.body) pressed.current?.focus({ preventScroll: true });
    pressed.current = null;
  }, [running]);

  async function send(file: File, { _id: base, number }: CurrentVersion): Promise<void> {
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
    refuseMany: (): void => void toast.error(t('newVersion.failed'), t('newVersion.one')),
    /** @param button where the focus returns to, if it stays on the screen */
    choose: (button?: HTMLElement): void => {
      pressed.current = button ?? null;
      input.current?.click();
    },
    take: (file: File | undefined): void => {
      const current = record.currentVersion;
      if (!file || !current) return;
      if (!isAllowedName(file.name)) toast.error(t('newVersion.failed'), t('review.fileKind'));
      else if (file.size === 0) toast.error(t('newVersion.failed'), t('review.fileEmpty'));
      else void send(file, current);
    },
  };
}
