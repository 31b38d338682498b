import './catalogue.ts';
import { Alert } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useUser } from '../../api/session-store.ts';

/** Whether this server sends mail. A server that does not say so is taken to send it. */
export const useMailLeaves = (): boolean => useUser().mailLeaves !== false;

/** Tells who administers, as long as it is so, that no mail leaves this server. */
export function NoMailNotice() {
  const { t } = useTranslation('no-mail');
  if (useMailLeaves()) return null;
  return (
    <Alert color="orange" variant="light" mb={16} icon={<IconMailOff size={18} aria-hidden="true" />}>
      {t('body')}{' '}
      <Link to="/help?article=usuarios" className="link">
        {t('help')}
      </Link>
    </Alert>
  );
}
