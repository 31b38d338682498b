import { Alert, Button } from '@mantine/core';
import { IconArchive, IconCheck, IconEye, IconFolderOpen } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { LIBRARY_ROLES } from '#shared/access/roles.ts';
import type { Library } from '#shared/libraries/groups.schemas.ts';
import { useUser } from '../../api/session-store.ts';
import { Tag } from '../../components/documents/tag.tsx';
import { FormSection } from '../../components/form-page/form-page.tsx';
import { Page } from '../../components/page/page.tsx';
import { PersonAvatar } from '../../components/people/person-avatar.tsx';
import { formatDate, formatList, fullName } from '../../i18n/format.ts';
import styles from './groups.module.css';

/** A library for its members: their own roles, and the other members. Read-only. */
export function MemberView({ library }: { library: Library }) {
  const { t } = useTranslation('groups');
  const me = useUser();
  const roles = library.members.find(({ user }) => user._id === me._id)?.roles ?? [];
  const place = `/records/search?group=${library._id}`;
  return (
    <Page
      title={library.name}
      intro={library.description || t('edit.created', { date: formatDate(library.createdAt) })}
      back={{ to: place, label: t('view.back') }}
      actions={
        <Button component={Link} to={place} leftSection={<IconFolderOpen size={16} aria-hidden="true" />}>
          {t('edit.open')}
        </Button>
      }
    >
      {library.archivedAt && (
        <Alert
          className={styles.notice}
          icon={<IconArchive size={18} aria-hidden="true" />}
          title={t('ends.archivedTitle', { date: formatDate(library.archivedAt) })}
        >
          {t('view.archived')}
        </Alert>
      )}
      <div data-tour="groups-roles">
        <FormSection title={t('view.may')} intro={t('view.mayIntro')}>
          <ul className={styles.roles}>
            <li className={styles.role}>
              <IconEye size={18} aria-hidden="true" />
              <div>
                <b>{t('roles.reader.name')}</b>
                <p className="secondary">
                  {t(roles.length > 0 ? 'roles.reader.mayHolder' : 'roles.reader.may')}
                </p>
              </div>
            </li>
            {LIBRARY_ROLES.filter((role) => roles.includes(role)).map((role) => (
              <li key={role} className={styles.role}>
                <IconCheck size={18} aria-hidden="true" />
                <div>
                  <b>{t(`roles.${role}.name`)}</b>
                  <p className="secondary">{t(`roles.${role}.may`)}</p>
                </div>
              </li>
            ))}
          </ul>
        </FormSection>
      </div>
      {library.defaultLabels.length > 0 && (
        <FormSection title={t('form.labels')} intro={t('form.labelsHint')}>
          <div className={styles.tags}>
            {library.defaultLabels.map((label) => (
              <Tag key={label._id}>{label.name}</Tag>
            ))}
          </div>
        </FormSection>
      )}
      <div data-tour="groups-members">
        <FormSection title={t('matrix.title')} intro={t('view.membersIntro')}>
          <ul className="framed" aria-label={t('matrix.title')}>
            {library.members.map(({ user, roles: theirs, enabled }) => (
              <li key={user._id} className={styles.person}>
                <PersonAvatar person={user} size={28} />
                <span className="grow">{fullName(user)}</span>
                <span className="meta">
                  {enabled
                    ? formatList(
                        theirs.length > 0
                          ? theirs.map((role) => t(`roles.${role}.name`))
                          : [t('roles.reader.name')],
                      )
                    : t('matrix.disabled')}
                </span>
              </li>
            ))}
          </ul>
        </FormSection>
      </div>
    </Page>
  );
}
