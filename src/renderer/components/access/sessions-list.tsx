import { IconApi, IconBrowser, IconDeviceDesktop, IconTerminal2, type TablerIcon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SignedInSession } from '#shared/people/account.schemas.ts';
import { modals } from '../dialogs.ts';
import { When } from '../when.tsx';
import { WriteButton } from '../write.tsx';
import styles from './access.module.css';
import './catalogue.ts';

const ICONS: Readonly<Record<SignedInSession['client'], TablerIcon>> = {
  web: IconBrowser,
  desktop: IconDeviceDesktop,
  cli: IconTerminal2,
  api: IconApi,
};

/** A person's sessions, the current one first. Each can be ended, or all others at once, after a confirmation. */
export function SessionsList({
  sessions,
  person,
  onEnd,
  onEndAll,
}: {
  sessions: readonly SignedInSession[];
  /** The person whose sessions they are; undefined for one's own. */
  person?: string;
  onEnd: (session: SignedInSession) => void;
  onEndAll: () => void;
}) {
  const { t } = useTranslation('access');
  const ordered = [...sessions].sort((a, b) => Number(b.current) - Number(a.current));
  const others = sessions.filter((each) => !each.current).length;
  const nameOf = (session: SignedInSession): string => session.device ?? t(`clients.${session.client}`);
  const ask = (title: string, body: string, confirm: string, onConfirm: () => void): void => {
    modals.openConfirmModal({
      title,
      children: body,
      labels: { confirm, cancel: t('cancel') },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm,
    });
  };
  const askOne = (session: SignedInSession): void => {
    const body = session.current ? 'end.bodyHere' : 'end.body';
    const words = t(body, { name: nameOf(session) });
    ask(t('end.title'), words, t('end.confirm'), () => onEnd(session));
  };
  const askAll = (): void => {
    const body = person ? t('endAll.bodyOf', { person }) : t('endAll.body');
    ask(t('endAll.title'), body, t('endAll.confirm'), onEndAll);
  };
  return (
    <div>
      <ul className={styles.list} aria-label={t('sessions')}>
        {ordered.map((session) => {
          const Icon = ICONS[session.client];
          return (
            <li key={session._id} className={styles.row}>
              <Icon size={20} aria-hidden="true" className={styles.icon} />
              <div className="grow">
                <p className={styles.name}>
                  <b>{nameOf(session)}</b>
                  {session.current && <span className={styles.here}>{t('here')}</span>}
                </p>
                <p className="meta">
                  {session.device && `${t(`clients.${session.client}`)} · `}
                  {t('since')} <When value={session.createdAt} />
                  {' · '}
                  {t('used')} <When value={session.lastUsedAt} />
                </p>
              </div>
              <div className={styles.tools}>
                <WriteButton
                  aria-label={t('end.of', { name: nameOf(session) })}
                  onClick={() => askOne(session)}
                >
                  {t('end.button')}
                </WriteButton>
              </div>
            </li>
          );
        })}
      </ul>
      {sessions.length === 0 && <p className="meta">{t('noSessions')}</p>}
      {others > 0 && (
        <WriteButton className={styles.all ?? ''} onClick={askAll}>
          {person ? t('endAll.buttonOf') : t('endAll.button')}
        </WriteButton>
      )}
    </div>
  );
}
