import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useUser } from '../api/session-store.ts';
import { modifierKey } from '../platform/platform.ts';
import { canOpen } from './screens.ts';
import styles from './shortcut-sheet.module.css';

/** All keyboard shortcuts, except those of areas that this person does not have. */
export function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('app');
  const user = useUser();
  const rows = [
    { keys: [modifierKey, 'K'], text: t('keys.palette'), together: true },
    { keys: ['C'], text: t('keys.upload') },
    { keys: ['N'], text: t('keys.collaborative') },
    { keys: ['G', 'D'], text: t('keys.dashboard') },
    ...(canOpen('/records/search', user) ? [{ keys: ['G', 'N'], text: t('keys.documents') }] : []),
    ...(canOpen('/calendars', user) ? [{ keys: ['G', 'R'], text: t('keys.report') }] : []),
    { keys: ['1', '2', '3'], text: t('keys.state'), any: true },
    { keys: ['J'], text: t('keys.nextChange') },
    { keys: ['K'], text: t('keys.previousChange') },
    { keys: ['M'], text: t('keys.comment') },
    { keys: ['?'], text: t('keys.sheet') },
  ];
  return (
    <Modal opened={opened} onClose={onClose} title={t('keys.title')} size={420}>
      <dl className={styles.list}>
        {rows.map(({ keys, text, together, any }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>
              {keys.map((key, at) => (
                <span key={key}>
                  {at > 0 && (
                    <span className="meta">{any ? ' ' : together ? ' + ' : ` ${t('keys.then')} `}</span>
                  )}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="meta">{t('keys.note')}</p>
    </Modal>
  );
}
