import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordState, stateRow } from '#shared/access/states.ts';
import { StateGlyph } from '../../../components/documents/state-pill.tsx';
import { Drawer } from '../../../components/modal.tsx';
import styles from './decision-sheet.module.css';

/**
 * On a phone the decision waits at the lower edge while the document is read, and opens as a sheet over it. What was
 * chosen and written stays when the sheet is closed, and the edge says what is not saved yet.
 */
export function DecisionSheet({
  title,
  chosen,
  children,
}: {
  title: string;
  /** The state that is chosen and not saved. */
  chosen: RecordState | undefined;
  /** Receives what closes the sheet. */
  children: (close: () => void) => ReactNode;
}) {
  const { t } = useTranslation('records');
  const [opened, setOpened] = useState(false);
  const close = (): void => setOpened(false);
  return (
    <>
      <section className={styles.edge} data-bottom-bar aria-label={title}>
        <span className={`grow ellipsis ${styles.chosen}`}>
          {chosen === undefined ? (
            title
          ) : (
            <>
              <StateGlyph state={chosen} />
              {t('review.unsaved', { state: stateRow(chosen).label })}
            </>
          )}
        </span>
        <Button variant="filled" aria-haspopup="dialog" onClick={() => setOpened(true)}>
          {t('review.decide')}
        </Button>
      </section>
      <Drawer
        opened={opened}
        onClose={close}
        position="bottom"
        withCloseButton={false}
        classNames={{ inner: styles.inner ?? '', content: styles.sheet ?? '', body: styles.body ?? '' }}
        attributes={{ content: { 'aria-label': title } }}
      >
        {children(close)}
      </Drawer>
    </>
  );
}
