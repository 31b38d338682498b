import { Dropzone } from '@mantine/dropzone';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Record } from '#shared/documents/records.schemas.ts';
import styles from '../../../components/drop-overlay.module.css';
import { takeDrops, useOwnDrag } from '../../../hooks/own-drops.ts';
import { useDraggedFiles } from '../../../hooks/use-dragged-files.ts';
import type { NewVersion } from './use-new-version.ts';

/**
 * Where a new version's file comes in: the file dialog, or a file that is dropped anywhere on the document's screen.
 * @param drops whether it takes dropped files
 */
export function NewVersionInput({
  record,
  newVersion,
  drops,
}: {
  record: Record;
  newVersion: NewVersion;
  drops: boolean;
}) {
  const { t } = useTranslation('records');
  // The shell's own drop zone would make another document of it.
  useEffect(() => {
    takeDrops(drops);
    return () => takeDrops(false);
  }, [drops]);
  const dragged = useDraggedFiles();
  const own = useOwnDrag(({ out }) => out);
  return (
    <>
      <input
        ref={newVersion.input}
        type="file"
        hidden
        data-new-version
        onChange={({ currentTarget }) => {
          newVersion.take(currentTarget.files?.[0]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <Dropzone.FullScreen
        active={drops && !newVersion.running && !own}
        onDrop={([file, ...more]) => (more.length > 0 ? newVersion.refuseMany() : newVersion.take(file))}
        zIndex="var(--z-toast)"
        classNames={{ root: styles.overlay ?? '' }}
        aria-hidden
        tabIndex={-1}
        inputProps={{ tabIndex: -1 }}
      >
        {dragged > 1
          ? t('newVersion.one')
          : t('newVersion.drop', { number: newVersion.number, title: record.title })}
      </Dropzone.FullScreen>
    </>
  );
}
