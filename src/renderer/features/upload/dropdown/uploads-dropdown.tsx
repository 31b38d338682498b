import '../catalogue.ts';
import { ActionIcon, Button, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { modals } from '../../../components/dialogs.ts';
import { Popover } from '../../../components/popover.tsx';
import { useShell } from '../../../hooks/shell-actions.ts';
import { clearUploads } from '../engine/commands.ts';
import { type Overview, overviewOf } from '../engine/upload.ts';
import { runningUploads, useUploads } from '../engine/uploads-store.ts';
import styles from './uploads-dropdown.module.css';
import { UploadsList } from './uploads-list.tsx';

function useButtonLabel({ underWay, errored, percent }: Overview): string {
  const { t } = useTranslation('upload');
  if (underWay > 0) return t('list.buttonUnderWay', { count: underWay, percent });
  if (errored > 0) return t('list.buttonErrored', { count: errored });
  return t('list.button');
}

/** Empties the list. Asks first ('Hay cargas en curso.') if that cancels uploads. */
function useClear(close: () => void): () => void {
  const { t } = useTranslation('upload');
  return () => {
    // Closes the list, which would cover the question.
    close();
    if (runningUploads() === 0) {
      clearUploads();
      return;
    }
    modals.openConfirmModal({
      title: t('clear.title'),
      children: <Text size="sm">{t('clear.body')}</Text>,
      labels: { confirm: t('clear.go'), cancel: t('clear.stay') },
      confirmProps: { variant: 'filled' },
      onConfirm: clearUploads,
    });
  };
}

/**
 * The uploads in the top bar: a ring with their progress, and their list.
 * @param opensAtOnce whether somebody asked for the list before it was loaded
 */
export function UploadsDropdown({ opensAtOnce }: { opensAtOnce: boolean }) {
  const { t } = useTranslation('upload');
  const { openUpload, uploadBlocked } = useShell();
  const [opened, { close, toggle }] = useDisclosure(opensAtOnce);
  const list = useUploads((state) => state.list);
  const overview = overviewOf(list);
  const clear = useClear(close);
  const label = useButtonLabel(overview);
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && close()}
      position="bottom-end"
      width={372}
      trapFocus
      returnFocus
      classNames={{ dropdown: styles.dropdown ?? '' }}
    >
      <Popover.Target>
        <Tooltip label={t('list.button')} disabled={opened}>
          <ActionIcon aria-label={label} onClick={toggle} className={styles.button ?? ''} data-tour="uploads">
            <IconUpload size={19} />
            {overview.underWay > 0 && (
              <span
                className={styles.ring}
                style={{ '--percent': overview.percent } as CSSProperties}
                aria-hidden="true"
              />
            )}
            {overview.underWay === 0 && overview.errored > 0 && (
              <span className={styles.problem} aria-hidden="true" />
            )}
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.title')}>
        <div className={styles.head}>
          <b>{t('list.title')}</b>
          {overview.underWay > 0 && (
            <span className="meta">{t('list.underWay', { count: overview.underWay })}</span>
          )}
          <span className="grow" />
          {list.length > 0 && (
            <button type="button" className="link" onClick={clear}>
              {t('list.clear')}
            </button>
          )}
        </div>
        <UploadsList onLeave={close} />
        <div className={styles.foot}>
          {openUpload ? (
            <Button
              size="xs"
              variant="filled"
              leftSection={<IconPlus size={16} />}
              onClick={() => {
                close();
                openUpload();
              }}
            >
              {list.length > 0 ? t('list.new') : t('list.firstNew')}
            </Button>
          ) : (
            uploadBlocked
          )}
          {overview.underWay > 0 && <span>{t('list.keepOpen')}</span>}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
