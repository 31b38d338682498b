import { useTranslation } from 'react-i18next';
import { useUser } from '../api/session-store.ts';
import { Modal } from '../components/modal.tsx';
import { modifierKey } from '../platform/platform.ts';
import { canOpen } from './screens.ts';
import styles from './shortcut-sheet.module.css';

interface Group {
  readonly title: string;
  readonly rows: readonly {
    readonly keys: readonly string[];
    readonly text: string;
    /** How several keys belong together: one after the other, at once, any of them, or any from one to the other. */
    readonly join?: 'sequence' | 'together' | 'any' | 'range';
  }[];
}

/** All keyboard shortcuts, except those of areas that this person does not have. */
export function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('app');
  const user = useUser();
  const groups: readonly Group[] = [
    {
      title: t('keys.everywhere'),
      rows: [
        { keys: [modifierKey, 'K'], text: t('keys.palette'), join: 'together' },
        { keys: ['C'], text: t('keys.upload') },
        { keys: ['N'], text: t('keys.collaborative') },
        { keys: ['G', 'D'], text: t('keys.dashboard') },
        ...(canOpen('/records/search', user) ? [{ keys: ['G', 'N'], text: t('keys.documents') }] : []),
        ...(canOpen('/calendars', user) ? [{ keys: ['G', 'R'], text: t('keys.report') }] : []),
        { keys: ['?'], text: t('keys.sheet') },
      ],
    },
    {
      title: t('keys.lists'),
      rows: [
        { keys: ['J', 'K', '↓', '↑'], text: t('keys.move'), join: 'any' },
        { keys: [t('keys.names.home'), t('keys.names.end')], text: t('keys.ends'), join: 'any' },
        { keys: [t('keys.names.enter'), 'O'], text: t('keys.open'), join: 'any' },
        { keys: [t('keys.names.space')], text: t('keys.look') },
        { keys: ['X'], text: t('keys.select') },
        { keys: [t('keys.names.shift'), '↓'], text: t('keys.extend'), join: 'together' },
        { keys: [modifierKey, 'A'], text: t('keys.all'), join: 'together' },
        { keys: ['Esc'], text: t('keys.unselect') },
        { keys: [t('keys.names.shift'), 'F10'], text: t('keys.menu'), join: 'together' },
        { keys: [t('keys.names.delete')], text: t('keys.delete') },
      ],
    },
    {
      title: t('keys.uploading'),
      rows: [
        { keys: [modifierKey, t('keys.names.enter')], text: t('keys.step'), join: 'together' },
        { keys: ['↓', '↑', t('keys.names.enter')], text: t('keys.column'), join: 'any' },
        { keys: [modifierKey, 'D'], text: t('keys.above'), join: 'together' },
      ],
    },
    {
      title: t('keys.versions'),
      rows: [
        { keys: ['1', '7'], text: t('keys.state'), join: 'range' },
        { keys: [modifierKey, t('keys.names.enter')], text: t('keys.saveReview'), join: 'together' },
        { keys: ['J'], text: t('keys.nextChange') },
        { keys: ['K'], text: t('keys.previousChange') },
        { keys: ['M'], text: t('keys.comment') },
      ],
    },
  ];
  const between = { any: ' ', range: ' – ', together: ' + ', sequence: ` ${t('keys.then')} ` };
  return (
    <Modal opened={opened} onClose={onClose} title={t('keys.title')} size={420}>
      {groups.map(({ title, rows }) => (
        <section key={title} className={styles.group}>
          <h3>{title}</h3>
          <dl className={styles.list}>
            {rows.map(({ keys, text, join = 'sequence' }) => (
              <div key={text}>
                <dt>{text}</dt>
                <dd>
                  {keys.map((key, at) => (
                    <span key={key}>
                      {at > 0 && <span className="meta">{between[join]}</span>}
                      <kbd>{key}</kbd>
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="meta">{t('keys.note')}</p>
    </Modal>
  );
}
