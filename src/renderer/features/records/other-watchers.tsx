import { useTranslation } from 'react-i18next';
import type { Watcher } from '#shared/realtime/frames.ts';
import { PersonAvatar } from '../../components/people/person-avatar.tsx';
import { formatList, fullName } from '../../i18n/format.ts';
import styles from './others.module.css';

const FACES = 3;

/** Who else is on this document: editors by name, others by avatar. */
export function OtherWatchers({ people }: { people: readonly Watcher[] }) {
  const { t } = useTranslation('records');
  const editing = people.filter((each) => each.editing);
  const [first] = editing;
  const looking = people.filter((each) => !each.editing);
  const names = formatList(people.map(({ person }) => fullName(person)));
  return (
    <div className={styles.others} role="status" aria-live="polite">
      {looking.length > 0 && (
        <span className={styles.faces} role="img" aria-label={t('others.looking', { names })} title={names}>
          {looking.slice(0, FACES).map(({ person }) => (
            <PersonAvatar key={person._id} person={person} size={26} />
          ))}
          {looking.length > FACES && <span className={styles.more}>+{looking.length - FACES}</span>}
        </span>
      )}
      {first && (
        <span className={styles.editing} title={formatList(editing.map(({ person }) => fullName(person)))}>
          <PersonAvatar person={first.person} size={24} />
          <span className={styles.dot} aria-hidden="true" />
          {editing.length === 1
            ? t('others.editing', { name: first.person.firstname })
            : t('others.editingMany', { name: first.person.firstname, count: editing.length - 1 })}
        </span>
      )}
    </div>
  );
}
