import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Record } from '#shared/documents/records.schemas.ts';
import { isAllowedName } from '#shared/platform/file-kinds.ts';
import { call } from '../../../api/client.ts';
import { useUser } from '../../../api/session-store.ts';
import { toast } from '../../../components/toast.tsx';
import { useShell } from '../../../hooks/shell-actions.ts';
import { nextStepOf } from './next-step.ts';

export type NewVersion = ReturnType<typeof useNewVersion>;

/** Uploads a file as the next version of a document, and says what it did and what comes next. */
export function useNewVersion(record: Record) {
  const { t } = useTranslation('records');
  const { uploadVersion } = useShell();
  const me = useUser();
  const input = useRef<HTMLInputElement>(null);
  const [running, setRunning] = useState(false);

  async function send(file: File, base: string): Promise<void> {
    setRunning(true);
    try {
      await uploadVersion({ record: record._id, base, title: record.title, file, comment: '' });
      const now = await call('recordById', { params: { id: record._id } });
      const next =
        nextStepOf(now, me._id, false) === 'requestReview' ? ` ${t('newVersion.askForReview')}` : '';
      toast.success(`${t('newVersion.done', { number: now.currentVersion?.number })}${next}`);
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
    choose: (): void => input.current?.click(),
    take: (file: File | undefined): void => {
      const base = record.currentVersion?._id;
      if (!file || !base) return;
      if (!isAllowedName(file.name)) toast.error(t('newVersion.failed'), t('review.fileKind'));
      else if (file.size === 0) toast.error(t('newVersion.failed'), t('review.fileEmpty'));
      else void send(file, base);
    },
  };
}
