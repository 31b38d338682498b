import { Button, Checkbox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIBRARY_ROLES, type LibraryRole } from '#shared/access/roles.ts';
import { useUser } from '../../../api/session-store.ts';
import dialog from '../../../components/dialog.module.css';
import { Modal } from '../../../components/modal.tsx';
import { PeopleSelect } from '../../../components/people/people-select.tsx';
import type { DraftMember } from '../form.ts';
import styles from './matrix.module.css';

/** Adds several people at once, with the same initial roles. */
export function AddPeople({
  opened,
  onClose,
  members,
  onAdd,
}: {
  opened: boolean;
  onClose: () => void;
  members: readonly DraftMember[];
  onAdd: (members: DraftMember[]) => void;
}) {
  const { t } = useTranslation('groups');
  const me = useUser();
  const [people, setPeople] = useState<DraftMember['user'][]>([]);
  const [roles, setRoles] = useState<readonly LibraryRole[]>([]);
  const [tried, setTried] = useState(false);
  useEffect(() => {
    if (!opened) return;
    setPeople([]);
    setRoles([]);
    setTried(false);
  }, [opened]);
  const present = new Set(members.filter(({ gone }) => !gone).map(({ user }) => user._id));
  const before = new Map(members.map((member) => [member.user._id, member]));
  const add = (): void => {
    setTried(true);
    if (people.length === 0) return;
    onAdd(
      people.map((user) => ({
        user,
        enabled: true,
        // A member who was marked to leave stays, with the roles chosen here.
        author: before.get(user._id)?.author ?? false,
        roles: LIBRARY_ROLES.filter((role) => roles.includes(role)),
        gone: false,
      })),
    );
  };
  return (
    <Modal opened={opened} onClose={onClose} title={t('matrix.add')}>
      <div className={dialog.fields}>
        <PeopleSelect
          label={t('matrix.people')}
          placeholder={t('matrix.peoplePlaceholder')}
          value={people}
          onChange={setPeople}
          without={present}
          error={tried && people.length === 0 ? t('matrix.peopleNeeded') : undefined}
          hint={people.some(({ _id }) => _id === me._id) ? t('matrix.addsSelf') : undefined}
          data-autofocus
        />
        <fieldset className={styles.choices}>
          <legend>{t('matrix.rolesLegend')}</legend>
          {LIBRARY_ROLES.map((role) => (
            <Checkbox
              key={role}
              label={t(`roles.${role}.name`)}
              description={t(`roles.${role}.may`)}
              checked={roles.includes(role)}
              onChange={() =>
                setRoles(roles.includes(role) ? roles.filter((each) => each !== role) : [...roles, role])
              }
            />
          ))}
          <p className="meta">{t('matrix.noRoles')}</p>
        </fieldset>
      </div>
      <div className={dialog.buttons}>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button variant="filled" onClick={add}>
          {t('matrix.addConfirm')}
        </Button>
      </div>
    </Modal>
  );
}
