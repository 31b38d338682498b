import { Button, SegmentedControl } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIBRARY_ROLES, type LibraryRole } from '#shared/access/roles.ts';
import dialog from '../../../components/dialog.module.css';
import { Modal } from '../../../components/modal.tsx';
import styles from './matrix.module.css';

const ROLE_CHANGES = ['keep', 'give', 'take'] as const;
export type RoleChange = (typeof ROLE_CHANGES)[number];
const UNTOUCHED: Readonly<Record<LibraryRole, RoleChange>> = {
  upload: 'keep',
  review: 'keep',
  publish: 'keep',
};

/** Changes each role of all selected members at once. */
export function BulkRoles({
  count,
  opened,
  onClose,
  onApply,
}: {
  count: number;
  opened: boolean;
  onClose: () => void;
  onApply: (wishes: Readonly<Record<LibraryRole, RoleChange>>) => void;
}) {
  const { t } = useTranslation('groups');
  const [wishes, setWishes] = useState(UNTOUCHED);
  useEffect(() => {
    if (opened) setWishes(UNTOUCHED);
  }, [opened]);
  return (
    <Modal opened={opened} onClose={onClose} title={t('bulk.title', { count })}>
      <div className={dialog.fields}>
        {LIBRARY_ROLES.map((role) => (
          <fieldset key={role} className={styles.wish}>
            <legend>{t(`roles.${role}.name`)}</legend>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label={t(`roles.${role}.name`)}
              data={ROLE_CHANGES.map((wish) => ({ value: wish, label: t(`bulk.${wish}`) }))}
              value={wishes[role]}
              onChange={(wish) => setWishes({ ...wishes, [role]: wish })}
            />
          </fieldset>
        ))}
      </div>
      <div className={dialog.buttons}>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button variant="filled" onClick={() => onApply(wishes)}>
          {t('bulk.apply')}
        </Button>
      </div>
    </Modal>
  );
}
