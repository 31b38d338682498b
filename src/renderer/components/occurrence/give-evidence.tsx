import { Button, FileButton } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stateRow } from '#shared/access/states.ts';
import type { OccurrenceSheet } from '#shared/calendars/calendars.schemas.ts';
import { takeDrops, useOwnDrag } from '../../hooks/own-drops.ts';
import { useShell } from '../../hooks/shell-actions.ts';
import { useTouch } from '../../hooks/use-touch.ts';
import overlay from '../drop-overlay.module.css';
import { useWritePause } from '../write.tsx';
import styles from './occurrence.module.css';
import { placeWords } from './place-words.ts';
import './catalogue.ts';

/** Takes files as evidence: a button, and whatever is dropped in the window while the due day is open. */
export function GiveEvidence({ item, onGiven }: { item: OccurrenceSheet; onGiven: () => void }) {
  const { t } = useTranslation();
  const { openUpload, uploadBlocked } = useShell();
  const pause = useWritePause();
  const [busy, setBusy] = useState(false);
  const touch = useTouch();
  const own = useOwnDrag(({ out }) => out);
  const takes = openUpload !== undefined;
  // The shell's own drop zone would make a document of it that shows nothing.
  useEffect(() => {
    takeDrops(takes);
    return () => takeDrops(false);
  }, [takes]);

  const give = (files: readonly File[]): void => {
    if (!openUpload || files.length === 0) return;
    const { library, folder, documentType, labels, draft, obligation, period } = item;
    setBusy(true);
    openUpload({
      files,
      ...(library ? { group: library._id, folder: folder?._id ?? null } : {}),
      documentType: documentType?._id ?? null,
      labels: labels.map(({ _id }) => _id),
      evidence: { occurrence: item._id, title: obligation.title, period },
      draft,
      onTaken: () => {
        setBusy(false);
        onGiven();
      },
    });
  };
  if (!takes) return <p className="meta">{uploadBlocked}</p>;
  const { draft } = item;
  return (
    <div className={styles.give}>
      <FileButton onChange={give} multiple disabled={busy || pause.disabled === true}>
        {(props) => (
          <Button
            {...props}
            variant="filled"
            loading={busy}
            leftSection={<IconUpload size={16} aria-hidden="true" />}
            {...pause}
          >
            {t('occurrence:give.button')}
          </Button>
        )}
      </FileButton>
      <p className="meta">
        {draft
          ? t('occurrence:give.becomes', { place: placeWords(item), state: stateRow(draft.state).label })
          : t('occurrence:give.asks')}{' '}
        {!touch && t('occurrence:give.orDrop')}
      </p>
      <Dropzone.FullScreen
        active={!busy && !own}
        onDrop={give}
        // Above the drawer, which would catch the file.
        zIndex="var(--z-drop)"
        classNames={{ root: overlay.overlay ?? '' }}
        aria-hidden
        tabIndex={-1}
        inputProps={{ tabIndex: -1 }}
      >
        {t('occurrence:give.drop', { title: item.obligation.title })}
      </Dropzone.FullScreen>
    </div>
  );
}
