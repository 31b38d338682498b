import { ActionIcon, Checkbox } from '@mantine/core';
import { IconFolders, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LIBRARY_ROLES, type LibraryRole } from '#shared/access/roles.ts';
import { FieldMessage } from '../inputs/field.tsx';
import { Select } from '../inputs/select.tsx';
import styles from './library-roles.module.css';

/** A person's roles in a library; none of them makes a reader. */
export interface LibraryMembership {
  readonly group: string;
  readonly roles: readonly LibraryRole[];
}

/** Checkboxes for the three roles of a library. @param label their accessible name */
export function RoleChecks({
  label,
  roles,
  onChange,
  disabled = false,
}: {
  label: string;
  roles: readonly LibraryRole[];
  onChange: (roles: LibraryRole[]) => void;
  disabled?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.roles} aria-label={label} disabled={disabled}>
      {LIBRARY_ROLES.map((role) => (
        <Checkbox
          key={role}
          size="xs"
          label={t(`libraryRoles.${role}`)}
          checked={roles.includes(role)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(LIBRARY_ROLES.filter((each) => (each === role ? checked : roles.includes(each))))
          }
        />
      ))}
    </fieldset>
  );
}

/** Libraries of a person with their roles in each. More can be added, and each can be removed. */
export function LibraryRolesField({
  libraries,
  value,
  onChange,
  error,
  none,
}: {
  /** The libraries to choose from. */
  libraries: readonly { _id: string; name: string }[];
  value: readonly LibraryMembership[];
  onChange: (value: LibraryMembership[]) => void;
  error?: ReactNode;
  /** What is said where there is none: of one person by default, that they see no documents. */
  none?: ReactNode;
}) {
  const { t } = useTranslation();
  const names = new Map(libraries.map(({ _id, name }) => [_id, name]));
  const left = libraries.filter(({ _id }) => !value.some(({ group }) => group === _id));
  const hint =
    libraries.length === 0
      ? t('libraryRoles.noLibraries')
      : left.length === 0
        ? t('libraryRoles.all')
        : undefined;
  return (
    <div className={styles.field} {...(error ? { 'aria-invalid': true, tabIndex: -1 } : {})}>
      {value.length === 0 && none !== null && <p className="meta">{none ?? t('libraryRoles.none')}</p>}
      {value.length > 0 && (
        <ul className="framed">
          {value.map(({ group, roles }) => {
            const name = names.get(group) ?? '';
            return (
              <li key={group} className={styles.row}>
                <span className={styles.name}>
                  <IconFolders size={16} aria-hidden="true" />
                  <span>{name}</span>
                </span>
                <RoleChecks
                  label={t('libraryRoles.rolesIn', { name })}
                  roles={roles}
                  onChange={(wanted) =>
                    onChange(value.map((each) => (each.group === group ? { group, roles: wanted } : each)))
                  }
                />
                <span className={`meta ${styles.reader}`}>
                  {roles.length === 0 && t('libraryRoles.reader')}
                </span>
                <ActionIcon
                  variant="subtle"
                  aria-label={t('libraryRoles.remove', { name })}
                  onClick={() => onChange(value.filter((each) => each.group !== group))}
                >
                  <IconX size={16} aria-hidden="true" />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
      )}
      <Select
        // A new key resets the select after a choice, which is now a row.
        key={value.length}
        aria-label={t('libraryRoles.add')}
        placeholder={hint ?? t('libraryRoles.add')}
        disabled={left.length === 0}
        searchable
        comboboxProps={{ withinPortal: false }}
        data={left.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={null}
        onChange={(group) => group && onChange([...value, { group, roles: [] }])}
      />
      {error && <FieldMessage error={error} />}
    </div>
  );
}
