import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '../../../components/people/person-avatar.tsx';
import { fullName } from '../../../i18n/format.ts';
import type { DraftMember, MemberState } from '../form.ts';
import styles from './matrix.module.css';

/** A member's name, and what the next save does to them. */
export function MemberName({ member, state }: { member: DraftMember; state: MemberState }) {
  const { t } = useTranslation('groups');
  const { user, enabled, author, roles } = member;
  const notes = [
    state !== 'kept' && t(`matrix.states.${state}`),
    state === 'gone' && author && t('matrix.authorEnds'),
    state !== 'gone' && roles.length === 0 && t('roles.reader.name'),
    !enabled && t('matrix.disabled'),
  ].filter((note) => note !== false);
  return (
    <span className={styles.person}>
      <PersonAvatar person={user} size={28} />
      <span className={styles.text}>
        <span className={`${styles.name} ${state === 'gone' ? styles.gone : ''}`}>{fullName(user)}</span>
        {notes.length > 0 && (
          <span className={`${styles.note} ${state === 'kept' ? '' : styles.changed}`}>
            {notes.join(' · ')}
          </span>
        )}
      </span>
    </span>
  );
}
