import { Button, Checkbox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../../api/session-store.ts';
import { Popover } from '../../../../components/popover.tsx';
import { closeWizard } from '../wizard-store.ts';
import styles from './cancel-button.module.css';
import { discardDraft } from './keep-draft.ts';

/** "Cancelar": discards what was typed only after a box was ticked. */
export function CancelButton({
  asking,
  setAsking,
  disabled,
}: {
  asking: boolean;
  setAsking: (asking: boolean) => void;
  disabled: boolean;
}) {
  const { t } = useTranslation('upload');
  const { _id: person } = useUser();
  const [sure, setSure] = useState(false);
  const discard = (): void => {
    discardDraft(person);
    closeWizard();
  };
  useEffect(() => {
    if (!asking) setSure(false);
  }, [asking]);
  return (
    <Popover
      opened={asking}
      onChange={setAsking}
      position="top-start"
      trapFocus
      returnFocus
      // Escape is handled by the dialog around it.
      closeOnEscape={false}
    >
      <Popover.Target>
        <Button
          variant="subtle"
          className={styles.button ?? ''}
          onClick={() => setAsking(!asking)}
          disabled={disabled}
        >
          {t('cancel.button')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.ask}>
        <Checkbox
          label={t('cancel.sure')}
          checked={sure}
          onChange={(event) => setSure(event.currentTarget.checked)}
        />
        <Button size="xs" data-danger={sure || undefined} disabled={!sure} onClick={discard}>
          {t('cancel.go')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
