import '../catalogue.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DragFile } from '../../../components/documents/drag-out/drag-file.tsx';
import { draggedFile } from '../../../components/documents/drag-out/dragged-file.ts';
import { FileIcon } from '../../../components/documents/file-icon.tsx';
import { foundIn, hitHref } from '../../../components/documents/hit-href.ts';
import { StatePill } from '../../../components/documents/state-pill.tsx';
import { Modal } from '../../../components/modal.tsx';
import type { QuickLookProps } from '../../../hooks/shell-actions.ts';
import { useNarrow } from '../../../hooks/use-narrow.ts';
import { isTyping } from '../../../hooks/use-shortcuts.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { formatTotal } from '../../../i18n/format-total.ts';
import { Preview } from '../preview/preview.tsx';
import { PreviewSkeleton } from '../preview/preview-skeleton.tsx';
import { PreviewStartProvider, startIn } from '../preview/preview-start.ts';
import styles from './quick-look.module.css';

const STEPS: Readonly<Record<string, 1 | -1>> = {
  j: 1,
  ArrowDown: 1,
  ArrowRight: 1,
  k: -1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/** Shows a document over the list that it is in, and goes through the list. */
export function QuickLook({ opened, item, at, count, total, onStep, onClose, onClosed }: QuickLookProps) {
  const { t } = useTranslation('records');
  const narrow = useNarrow();
  const stage = useRef<HTMLDivElement>(null);
  const { page, find } = item ? foundIn(item) : {};
  const start = useMemo(() => startIn(page ?? null, find ?? null), [page, find]);
  useLookKeys(opened, { onStep, onClose });
  // A preview that goes takes the focus with it if it had it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another document is shown
  useEffect(() => {
    if (opened && document.activeElement === document.body) stage.current?.focus();
  }, [opened, item?._id]);
  useAfterClosing(opened, onClosed);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      // Gone at once, so that the next key is the list's.
      transitionProps={{ exitDuration: 0 }}
      size={980}
      fullScreen={narrow ?? false}
      classNames={{ content: styles.content ?? '', body: styles.body ?? '', title: styles.head ?? '' }}
      title={
        <>
          {item && (
            <DragFile file={draggedFile(item, item.version)} className={styles.file}>
              <span aria-hidden="true">
                <FileIcon name={item.file.name} type={item.file.type} />
              </span>
              <span className={styles.title}>{item.title}</span>
            </DragFile>
          )}
          {item && <StatePill state={item.state} />}
        </>
      }
    >
      <section ref={stage} className={styles.stage} tabIndex={-1} data-autofocus aria-label={t('look.label')}>
        {item ? (
          <PreviewStartProvider value={start}>
            <Preview
              key={item.version?._id ?? item._id}
              file={{
                version: item.version?._id,
                name: item.file.name,
                type: item.file.type,
                size: item.size,
              }}
            />
          </PreviewStartProvider>
        ) : (
          <PreviewSkeleton />
        )}
      </section>
      <div className={styles.foot} data-bottom-bar>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t('look.previous')}
          disabled={at === 0}
          onClick={() => onStep(-1)}
        >
          <IconChevronUp size={17} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t('look.next')}
          disabled={at >= count - 1}
          onClick={() => onStep(1)}
        >
          <IconChevronDown size={17} />
        </ActionIcon>
        <span className="meta" role="status">
          <span className="visually-hidden">{item?.title}, </span>
          {t('look.place', { at: formatNumber(at + 1), of: formatTotal(inAll(count, total)) })}
        </span>
        <span className="grow" />
        {item && (
          <Button component={Link} variant="filled" to={hitHref(item)}>
            {t('look.open')}
          </Button>
        )}
      </div>
    </Modal>
  );
}

/** How many documents the list has. What is loaded counts where the total is older, or ends before it. */
const inAll = (loaded: number, total: QuickLookProps['total']): NonNullable<QuickLookProps['total']> =>
  total && total.count >= loaded ? total : { count: loaded, more: total?.more ?? false };

/** Longer than the dialog takes to focus what is in it, which it does a moment after it opens. */
const SETTLED_MS = 50;

/** Calls back once it is gone: a dialog that is closed as soon as it opens takes the focus while it goes. */
function useAfterClosing(opened: boolean, onClosed: (() => void) | undefined): void {
  const latest = useRef(onClosed);
  latest.current = onClosed;
  useEffect(() => {
    if (!opened) return undefined;
    return () => {
      setTimeout(() => latest.current?.(), SETTLED_MS);
    };
  }, [opened]);
}

/**
 * On the whole page, because a preview may have taken the focus; and before the list, which has the same keys, hears them:
 * it has the focus until the dialog is drawn. Space closes, unless it presses the button that it is on.
 */
function useLookKeys(opened: boolean, actions: Pick<QuickLookProps, 'onStep' | 'onClose'>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    if (!opened) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || isTyping(target)) return;
      const step = STEPS[key.length === 1 ? key.toLowerCase() : key];
      if (step) latest.current.onStep(step);
      else if (key === ' ' && !(target instanceof Element && target.closest('button')))
        latest.current.onClose();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [opened]);
}
