import { useTranslation } from 'react-i18next';
import type { Record } from '#shared/schemas/record.ts';

/** Says where search does not know the words of the file, and why; nothing where it does, or where there are none. */
export function TextNote({ text }: { text: Record['text'] }) {
  const { t } = useTranslation('records');
  if (!text) return null;
  if (text.status === 'waiting') return <p className="meta">{t('text.waiting')}</p>;
  if (text.status === 'ready') return text.truncated ? <p className="meta">{t('text.truncated')}</p> : null;
  if (text.reason === null || text.reason === 'kind') return null;
  return (
    <p className="meta">
      {t('text.failed')} {t(`text.reasons.${text.reason}`)}
    </p>
  );
}
