import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Account } from '#shared/people/users.schemas.ts';
import { ACCESS_LINK_HOURS as hours } from '#shared/platform/limits.ts';
import { useMailLeaves } from '../../components/no-mail/no-mail.tsx';
import { fullName } from '../../i18n/format.ts';
import { AccessLinkButton } from './access-link.tsx';
import styles from './users.module.css';

/** After an invitation: what became of it, and the link for whom no mail reaches. */
export function CreatedPerson({ person, onNext }: { person: Account; onNext: () => void }) {
  const { t } = useTranslation('users');
  const mailed = useMailLeaves();
  const { email, _id: id } = person;
  const name = fullName(person);
  return (
    <div className={styles.created}>
      <p role="status">{t(mailed ? 'create.done' : 'create.doneNoMail', { email, name })}</p>
      <p className="meta">{t(mailed ? 'create.linkToo' : 'create.linkRule', { hours })}</p>
      <div className="buttons">
        <AccessLinkButton person={{ id, name }} filled={!mailed} />
        <Button onClick={onNext}>{t('create.another')}</Button>
        <Button component={Link} to="/users" variant="subtle">
          {t('edit.toList')}
        </Button>
      </div>
    </div>
  );
}
