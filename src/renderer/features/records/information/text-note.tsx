import { useTranslation } from 'react-i18next';
import type { Record } from '#shared/documents/records.schemas.ts';
import { fileKind } from '#shared/platform/files/file-kinds.ts';

/** Says that search does not find the file's text, and why. Empty where it does, or where the file has none. */
export function TextNote({ record: { text, file } }: { record: Pick<Record, 'text' | 'file'> }) {
  const { t } = useTranslation('records');
  if (!text) return null;
  if (text.status === 'waiting') return <p className="meta">{t('text.waiting')}</p>;
  if (text.status === 'ready') return text.truncated ? <p className="meta">{t('text.truncated')}</p> : null;
  if (fileKind(file.name, file.type) === 'image' && (text.reason === 'kind' || text.reason === 'empty'))
    return <p className="meta">{t('text.picture')}</p>;
  if (text.reason === null || text.reason === 'kind') return null;
  return (
    <p className="meta">
      {t('text.failed')} {t(`text.reasons.${text.reason}`)}
    </p>
  );
}
