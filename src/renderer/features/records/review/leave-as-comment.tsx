import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { WriteButton } from '../../../components/write.tsx';
import { useComments } from '../comments/comments-context.tsx';
import styles from './review.module.css';

/**
 * What a reviewer wrote without a decision, as a comment on the version: a colleague may have decided meanwhile, so that
 * there is nothing left to save it with.
 */
export function LeaveAsComment({
  version,
  text,
  disabled,
  onLeft,
  onFailed,
}: {
  version: string;
  text: string;
  disabled: boolean;
  onLeft: () => void;
  onFailed: (error: unknown) => void;
}) {
  const { t } = useTranslation('records');
  const { record, goBack } = useComments();
  const [saving, setSaving] = useState(false);

  async function leave(): Promise<void> {
    setSaving(true);
    try {
      const made = await call('commentCreate', { body: { record, version, text } });
      onLeft();
      goBack(made._id);
    } catch (error) {
      onFailed(error);
    } finally {
      setSaving(false);
    }
  }

  return (
    <div className={styles.leave}>
      <p className="meta grow">{t('review.undecided')}</p>
      <WriteButton size="xs" loading={saving} disabled={disabled} onClick={() => void leave()}>
        {t('review.leave')}
      </WriteButton>
    </div>
  );
}
