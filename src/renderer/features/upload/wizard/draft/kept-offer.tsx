import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../../api/session-store.ts';
import { useWizard } from '../wizard-store.ts';
import { dropDraft, takeDraft } from './keep-draft.ts';
import styles from './kept-offer.module.css';

/** Offers what was left in the wizard when the page was closed. It is never taken without being asked for. */
export function KeptOffer() {
  const { t } = useTranslation('upload');
  const { _id: person } = useUser();
  const kept = useWizard((state) => state.kept);
  if (!kept || kept === 'reading') return null;
  const [first, ...others] = kept.documents;
  const title = first?.title.trim() || first?.file.name;
  return (
    <div className={styles.note} role="note">
      <IconHistory size={18} aria-hidden="true" />
      <p>
        {others.length === 0 ? t('kept.one', { title }) : t('kept.more', { title, count: others.length })}
      </p>
      <div className={styles.buttons}>
        <Button size="xs" onClick={() => takeDraft(kept)}>
          {t('kept.take')}
        </Button>
        <Button size="xs" variant="subtle" onClick={() => dropDraft(person)}>
          {t('kept.drop')}
        </Button>
      </div>
    </div>
  );
}
