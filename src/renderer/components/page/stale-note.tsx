import { Alert, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Somebody else saved what the person is editing. What was typed stays until they load the new data. */
export function StaleNote({ text, onLoad }: { text: string; onLoad: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert color="orange" variant="light" role="alert" icon={<IconRefresh size={18} aria-hidden="true" />}>
      <p>{text}</p>
      <Button size="xs" mt="xs" onClick={onLoad}>
        {t('form.loadCurrent')}
      </Button>
    </Alert>
  );
}
