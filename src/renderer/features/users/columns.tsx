import type { Account } from '#shared/people/users.schemas.ts';
import type { DataColumn } from '../../components/data-table/columns.ts';
import { Tag } from '../../components/documents/tag.tsx';
import { PersonAvatar } from '../../components/people/person-avatar.tsx';
import { When } from '../../components/when.tsx';
import { fullName } from '../../i18n/format.ts';
import { i18next } from '../../i18n/i18n.ts';
import { AccessLinkIcon } from './access-link.tsx';
import styles from './users.module.css';

/** The name as it is sorted: last name first. */
function Name({ person }: { person: Account }) {
  return (
    <span className={styles.name}>
      <PersonAvatar person={person} />
      <span className={styles.nameText}>
        {person.lastname}, {person.firstname}
      </span>
      {!person.enabled && <span className={styles.disabled}>{i18next.t('users:disabled')}</span>}
    </span>
  );
}

function Roles({ roles }: { roles: Account['roles'] }) {
  return (
    <span className={styles.tags}>
      {roles.map((role) => (
        <Tag key={role}>{i18next.t(`organizationRoles.${role}`)}</Tag>
      ))}
    </span>
  );
}

/** Names of libraries as far as there is room. The tooltip shows the roles in each. */
function Libraries({ libraries }: { libraries: Account['libraries'] }) {
  const rolesOf = (roles: readonly string[]): string =>
    roles.length === 0
      ? i18next.t('libraryRoles.reader')
      : roles.map((role) => i18next.t(`libraryRoles.${role}`)).join(', ');
  if (libraries.length === 0) return <span className={styles.none}>{i18next.t('users:noLibraries')}</span>;
  return (
    <span title={libraries.map(({ group, roles }) => `${group.name}: ${rolesOf(roles)}`).join('\n')}>
      {libraries.map(({ group }) => group.name).join(', ')}
    </span>
  );
}

/** Somebody who has not come yet, and the link that lets them in. */
function Waiting({ person }: { person: Account }) {
  return (
    <span className={styles.invited}>
      {i18next.t('users:invited')}
      {person.enabled && <AccessLinkIcon person={{ id: person._id, name: fullName(person) }} />}
    </span>
  );
}

/** The columns of the list. Their ids are the server's sort keys. */
export const columns = (): readonly DataColumn<Account>[] => [
  {
    id: 'name',
    header: i18next.t('users:columns.name'),
    cell: (person) => <Name person={person} />,
    sort: true,
    width: 'minmax(200px, 1.5fr)',
  },
  {
    id: 'email',
    header: i18next.t('users:columns.email'),
    cell: ({ email }) => <span title={email}>{email}</span>,
    sort: true,
    width: 'minmax(150px, 1.3fr)',
    from: 560,
    narrow: true,
  },
  {
    id: 'department',
    header: i18next.t('users:columns.department'),
    cell: ({ department }) => department && <span title={department.name}>{department.name}</span>,
    sort: true,
    from: 860,
  },
  {
    id: 'roles',
    header: i18next.t('users:columns.roles'),
    cell: ({ roles }) => <Roles roles={roles} />,
    width: '148px',
    from: 700,
  },
  {
    id: 'libraries',
    header: i18next.t('users:columns.libraries'),
    cell: ({ libraries }) => <Libraries libraries={libraries} />,
    from: 980,
  },
  {
    id: 'lastSignIn',
    header: i18next.t('users:columns.lastSignIn'),
    cell: (person) =>
      person.lastSignInAt ? <When value={person.lastSignInAt} /> : <Waiting person={person} />,
    sort: true,
    width: '124px',
    end: true,
    from: 480,
    narrow: true,
  },
];
