import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import {
  IconArrowBackUp,
  IconSearch,
  IconUserMinus,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIBRARY_ROLES, type LibraryRole } from '#shared/access/roles.ts';
import { foldedKey } from '#shared/platform/texts/sort-key.ts';
import type { DataColumn, DataSort } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { SelectionBar } from '../../../components/lists/selection-bar.tsx';
import { EmptyState } from '../../../components/page/screen-states.tsx';
import { fullName } from '../../../i18n/format.ts';
import { type DraftMember, inOrder, nameKey, stateOf } from '../form.ts';
import { AddPeople } from './add-people.tsx';
import { BulkRoles, type RoleChange } from './bulk-roles.tsx';
import styles from './matrix.module.css';
import { MemberName } from './member-name.tsx';

type Row = DraftMember & { state: ReturnType<typeof stateOf> };

const NONE: ReadonlySet<string> = new Set();
const inTurn = (roles: Iterable<LibraryRole>): LibraryRole[] => {
  const held = new Set(roles);
  return LIBRARY_ROLES.filter((role) => held.has(role));
};

/** Members × roles of a library. The form's save writes all changes at once. */
export function MembersMatrix({
  members,
  base,
  onChange,
}: {
  members: readonly DraftMember[];
  /** The members as the server has them. */
  base: readonly DraftMember[];
  onChange: (members: DraftMember[]) => void;
}) {
  const { t } = useTranslation('groups');
  const [text, setText] = useState('');
  const [sort, setSort] = useState<DataSort>({ by: 'name', descending: false });
  const [selected, setSelected] = useState<ReadonlySet<string>>(NONE);
  const [dialog, setDialog] = useState<'add' | 'roles'>();

  const change = (ids: ReadonlySet<string>, how: (member: DraftMember) => DraftMember): void =>
    onChange(members.map((member) => (ids.has(member.user._id) ? how(member) : member)));
  const toggle = (id: string, role: LibraryRole): void =>
    change(new Set([id]), (member) => ({
      ...member,
      roles: inTurn(
        member.roles.includes(role) ? member.roles.filter((each) => each !== role) : [...member.roles, role],
      ),
    }));
  const known = new Set(base.map(({ user }) => user._id));
  /** A member who was only added on this screen is removed at once; the others with the save. */
  const leave = (ids: ReadonlySet<string>): void => {
    onChange(
      members
        .filter(({ user }) => known.has(user._id) || !ids.has(user._id))
        .map((member) => (ids.has(member.user._id) ? { ...member, gone: true } : member)),
    );
    setSelected(NONE);
  };
  const stay = (id: string): void => change(new Set([id]), (member) => ({ ...member, gone: false }));
  const apply = (wishes: Readonly<Record<LibraryRole, RoleChange>>): void => {
    change(selected, (member) => ({
      ...member,
      roles: inTurn(
        LIBRARY_ROLES.filter((role) =>
          wishes[role] === 'keep' ? member.roles.includes(role) : wishes[role] === 'give',
        ),
      ),
    }));
    setDialog(undefined);
  };

  // The columns stay the same objects; a ref gives them the handlers of the last render.
  const acts = useRef({ toggle, leave, stay });
  acts.current = { toggle, leave, stay };
  const columns = useMemo(
    (): readonly DataColumn<Row>[] => [
      {
        id: 'name',
        header: t('matrix.person'),
        cell: (row) => <MemberName member={row} state={row.state} />,
        sort: nameKey,
        width: 'minmax(150px, 1fr)',
      },
      ...LIBRARY_ROLES.map((role) => ({
        id: role,
        header: t(`roles.${role}.name`),
        cell: (row: Row) => (
          <Checkbox
            size="xs"
            classNames={{ label: styles.worded ?? '' }}
            label={t(`roles.${role}.name`)}
            aria-label={t('matrix.holds', { name: fullName(row.user), role: t(`roles.${role}.name`) })}
            checked={row.roles.includes(role)}
            disabled={row.gone}
            onChange={() => acts.current.toggle(row.user._id, role)}
          />
        ),
        sort: (row: Row) => Number(!row.roles.includes(role)),
        width: '84px',
        narrow: true,
      })),
      {
        id: 'actions',
        header: t('matrix.remove'),
        cell: (row) => (
          <Leave
            row={row}
            onLeave={(id) => acts.current.leave(new Set([id]))}
            onStay={(id) => acts.current.stay(id)}
          />
        ),
        width: '56px',
        end: true,
        narrow: true,
      },
    ],
    [t],
  );

  const wanted = foldedKey(text);
  const rows = members
    .filter(({ user }) => foldedKey(fullName(user)).includes(wanted))
    .map((member): Row => ({ ...member, state: stateOf(member, base) }));
  const leaving = members.filter(({ gone }) => gone).length;

  return (
    <div className={styles.matrix} data-tour="groups-matrix">
      <div className={styles.head}>
        {members.length > 0 && (
          <TextInput
            className={styles.search}
            aria-label={t('matrix.search')}
            placeholder={t('matrix.search')}
            leftSection={<IconSearch size={14} aria-hidden="true" />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            // Enter in the filter must not submit the form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        )}
        <span className="meta grow" aria-live="polite">
          {members.length > 0 && t('matrix.count', { count: members.length - leaving })}
        </span>
        <Button leftSection={<IconUserPlus size={16} aria-hidden="true" />} onClick={() => setDialog('add')}>
          {t('matrix.add')}
        </Button>
      </div>
      {members.length === 0 && (
        <EmptyState icon={IconUsers} title={t('matrix.empty')}>
          {t('matrix.emptyBody')}
        </EmptyState>
      )}
      {members.length > 0 && rows.length === 0 && (
        <EmptyState icon={IconSearch} title={t('matrix.noMatch')} />
      )}
      {rows.length > 0 && (
        <DataTable
          label={t('matrix.label')}
          rows={rows}
          columns={columns}
          rowKey={({ user }) => user._id}
          rowName={({ user }) => fullName(user)}
          sort={sort}
          onSort={setSort}
          selected={selected}
          onSelect={setSelected}
          height={{ wide: 48, narrow: 84 }}
        />
      )}
      <SelectionBar
        count={selected.size}
        onClear={() => setSelected(NONE)}
        actions={[
          {
            id: 'roles',
            label: t('matrix.changeRoles'),
            icon: IconUsersGroup,
            onClick: () => setDialog('roles'),
          },
          {
            id: 'remove',
            label: t('matrix.remove'),
            icon: IconUserMinus,
            danger: true,
            onClick: () => leave(selected),
          },
        ]}
      />
      <AddPeople
        opened={dialog === 'add'}
        onClose={() => setDialog(undefined)}
        members={members}
        onAdd={(added) => {
          const ids = new Set(added.map(({ user }) => user._id));
          onChange(inOrder([...members.filter(({ user }) => !ids.has(user._id)), ...added]));
          setDialog(undefined);
        }}
      />
      <BulkRoles
        count={selected.size}
        opened={dialog === 'roles'}
        onClose={() => setDialog(undefined)}
        onApply={apply}
      />
    </div>
  );
}

/** Marks a member to leave the library, or takes the mark back. */
function Leave({
  row,
  onLeave,
  onStay,
}: {
  row: Row;
  onLeave: (id: string) => void;
  onStay: (id: string) => void;
}) {
  const { t } = useTranslation('groups');
  const name = fullName(row.user);
  const label = row.gone ? t('matrix.stays', { name }) : t('matrix.leaves', { name });
  return (
    <ActionIcon
      variant="subtle"
      aria-label={label}
      title={label}
      onClick={() => (row.gone ? onStay(row.user._id) : onLeave(row.user._id))}
    >
      {row.gone ? <IconArrowBackUp size={16} /> : <IconUserMinus size={16} />}
    </ActionIcon>
  );
}
