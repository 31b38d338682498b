import { Alert, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Somebody else saved what one is editing: what was typed stays until one asks for what is there now. */
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
