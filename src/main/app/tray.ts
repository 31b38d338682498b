import { Menu, type NativeImage, Tray } from 'electron';
import type { SyncState } from '#shared/ipc/sync-state.ts';
import { t } from '../i18n/i18n.ts';
import { log } from '../log.ts';
import type { Badge } from './badge.ts';

export interface TrayActions {
  readonly open: () => void;
  readonly showFolder: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly quit: () => void;
}

/** The sync state in words, as the tray says it. */
const statusLine = ({ status, pausedBy, done, total }: SyncState): string =>
  t(`status.${pausedBy === 'metered' ? 'metered' : status}`, { done, total });

const BADGES: Partial<Record<SyncState['status'], Badge>> = {
  starting: 'syncing',
  syncing: 'syncing',
  paused: 'paused',
  offline: 'offline',
  problem: 'problem',
};

/** What the icon shows beside the app's own sign; nothing while all is well. A question stops everything, too. */
export const badgeOf = ({ status, question }: Pick<SyncState, 'status' | 'question'>): Badge | undefined =>
  question ? 'problem' : BADGES[status];

/**
 * The icon by which the app lives on while its window is closed.
 *
 * @returns a function that shows a new state
 */
export function createTray(
  icon: (badge?: Badge) => NativeImage,
  actions: TrayActions,
): (state: SyncState) => void {
  let tray: Tray;
  try {
    tray = new Tray(icon());
  } catch (error) {
    // A desktop without a place for icons: starting the app again brings its window back.
    log.error('there is no tray here', error);
    return () => undefined;
  }
  tray.on('click', actions.open);
  let shown = '';
  let badged: Badge | undefined;

  return (state) => {
    const line = statusLine(state);
    const running = !['off', 'paused'].includes(state.status);
    const key = `${line} ${running} ${state.root}`;
    if (key === shown) return;
    shown = key;
    const badge = badgeOf(state);
    if (badge !== badged) tray.setImage(icon(badge));
    badged = badge;
    tray.setToolTip(`${t('app.name')}: ${line}`);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: t('tray.open'), click: actions.open },
        { label: t('tray.folder'), click: actions.showFolder, visible: state.root !== null },
        { type: 'separator' },
        { label: line, enabled: false },
        { label: t('tray.pause'), click: actions.pause, visible: running },
        {
          label: t(state.pausedBy === 'metered' ? 'tray.resumeMetered' : 'tray.resume'),
          click: actions.resume,
          visible: state.status === 'paused',
        },
        { type: 'separator' },
        { label: t('tray.quit'), click: actions.quit },
      ]),
    );
  };
}
