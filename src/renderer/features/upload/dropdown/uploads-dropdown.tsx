import { ActionIcon, Button, Popover, ScrollArea, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/errors.ts';
import { EmptyState, ErrorState } from '../../../components/page/screen-states.tsx';
import { useShell } from '../../../hooks/shell-actions.ts';
import { clearUploads, restoreAgain, runningUploads } from '../engine/engine.ts';
import { type Overview, overviewOf } from '../engine/upload.ts';
import { useUploads } from '../engine/uploads-store.ts';
import { UploadRow } from './upload-row.tsx';
import styles from './uploads-dropdown.module.css';

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

function List({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('upload');
  const { list, logFailed } = useUploads();
  return (
    <ScrollArea.Autosize mah="min(60vh, 480px)" type="auto" scrollbars="y">
      {logFailed && (
        <div className={styles.inset}>
          <ErrorState
            title={t('list.title')}
            error={new ApiError(0, 'log', t('list.logFailed'))}
            onRetry={() => void restoreAgain()}
          />
        </div>
      )}
      {list.length === 0 && !logFailed && (
        <div className={styles.inset}>
          <EmptyState icon={IconUpload} title={t('list.empty')}>
            {t('list.emptyBody')}
          </EmptyState>
        </div>
      )}
      {list.length > 0 && (
        <ul aria-label={t('list.title')}>
          {list.map((upload) => (
            <UploadRow key={upload.id} upload={upload} onOpen={onLeave} />
          ))}
        </ul>
      )}
    </ScrollArea.Autosize>
  );
}

/** The uploads in the top bar: a ring with their progress, and their list. */
export function UploadsDropdown() {
  const { t } = useTranslation('upload');
  const { openUpload, uploadBlocked } = useShell();
  const [opened, { close, toggle }] = useDisclosure(false);
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
        <List onLeave={close} />
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
