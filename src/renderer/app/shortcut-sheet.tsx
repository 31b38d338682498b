import { useTranslation } from 'react-i18next';
import { useUser } from '../api/session-store.ts';
import { Modal } from '../components/modal.tsx';
import '../components/shortcuts/catalogue.ts';
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
  const { t } = useTranslation('shortcuts');
  const user = useUser();
  const groups: readonly Group[] = [
    {
      title: t('everywhere'),
      rows: [
        { keys: [modifierKey, 'K'], text: t('palette'), join: 'together' },
        { keys: ['C'], text: t('upload') },
        { keys: ['N'], text: t('collaborative') },
        { keys: ['G', 'D'], text: t('dashboard') },
        ...(canOpen('/records/search', user) ? [{ keys: ['G', 'N'], text: t('documents') }] : []),
        ...(canOpen('/calendars', user) ? [{ keys: ['G', 'R'], text: t('report') }] : []),
        { keys: ['?'], text: t('sheet') },
      ],
    },
    {
      title: t('lists'),
      rows: [
        { keys: ['J', 'K', '↓', '↑'], text: t('move'), join: 'any' },
        { keys: ['←', '→'], text: t('sideways'), join: 'any' },
        { keys: [t('names.home'), t('names.end')], text: t('ends'), join: 'any' },
        { keys: [t('names.enter'), 'O'], text: t('open'), join: 'any' },
        { keys: [t('names.space')], text: t('look') },
        { keys: ['X'], text: t('select') },
        { keys: [t('names.shift'), '↓'], text: t('extend'), join: 'together' },
        { keys: [modifierKey, 'A'], text: t('all'), join: 'together' },
        { keys: ['Esc'], text: t('unselect') },
        { keys: [t('names.shift'), 'F10'], text: t('menu'), join: 'together' },
        { keys: [t('names.delete')], text: t('delete') },
      ],
    },
    {
      title: t('uploading'),
      rows: [
        { keys: [modifierKey, t('names.enter')], text: t('step'), join: 'together' },
        { keys: ['↓', '↑', t('names.enter')], text: t('column'), join: 'any' },
        { keys: [modifierKey, 'D'], text: t('above'), join: 'together' },
      ],
    },
    {
      title: t('preview'),
      rows: [
        { keys: ['F'], text: t('fullScreen') },
        { keys: ['+', '−'], text: t('zoom'), join: 'any' },
        { keys: ['0'], text: t('fit') },
        { keys: [modifierKey, 'F'], text: t('find'), join: 'together' },
      ],
    },
    {
      title: t('versions'),
      rows: [
        { keys: ['1', '7'], text: t('state'), join: 'range' },
        { keys: [modifierKey, t('names.enter')], text: t('saveReview'), join: 'together' },
        { keys: ['J'], text: t('nextChange') },
        { keys: ['K'], text: t('previousChange') },
        { keys: ['M'], text: t('comment') },
      ],
    },
  ];
  const between = { any: ' ', range: ' – ', together: ' + ', sequence: ` ${t('then')} ` };
  return (
    <Modal opened={opened} onClose={onClose} title={t('title')} size={420}>
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
      <p className="meta">{t('note')}</p>
    </Modal>
  );
}
