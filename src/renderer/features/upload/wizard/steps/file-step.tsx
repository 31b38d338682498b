import { ActionIcon, Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconAlertTriangle, IconCamera, IconFolder, IconUpload, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { fileKind } from '#shared/platform/files/file-kinds.ts';
import { UPLOAD_LIMIT_BYTES } from '#shared/platform/limits.ts';
import { useEndpoint } from '../../../../api/client.ts';
import { FileIcon } from '../../../../components/documents/file-icon.tsx';
import { FieldMessage } from '../../../../components/inputs/field.tsx';
import type { DescribedFile } from '../../../../hooks/shell-actions.ts';
import { useTouch } from '../../../../hooks/use-touch.ts';
import { formatDate, formatList, formatSize } from '../../../../i18n/format.ts';
import { CameraButton } from '../../photos/camera-button.tsx';
import { PhotoPages } from '../../photos/photo-pages.tsx';
import { removeDocument } from '../document-actions.ts';
import { KeptOffer } from '../draft/kept-offer.tsx';
import { CopyNote } from '../files/copy-note.tsx';
import { addFiles, setPhotographed, useWizard } from '../wizard-store.ts';
import styles from './file-step.module.css';
import type { Document } from './steps.ts';

/**
 * The organization's limit in whole gigabytes, rounded down: 2 GiB is a little more than the 2 GB that are promised.
 */
export function useShownLimit(): string {
  const { data } = useEndpoint('settingsInForce', {});
  const limit = data?.uploadLimit ?? UPLOAD_LIMIT_BYTES;
  return formatSize(limit < 1000 ** 3 ? limit : Math.floor(limit / 1000 ** 3) * 1000 ** 3);
}

/** Size, date and type of a file; with its name where it is not shown elsewhere. */
export function FileFacts({ file, named = false }: { file: DescribedFile; named?: boolean }) {
  const { t } = useTranslation();
  const kind = t(`fileKinds.${fileKind(file.name, file.type)}`);
  return (
    <span className="meta">
      {[...(named ? [file.name] : []), formatSize(file.size), formatDate(file.lastModified), kind].join(
        ' · ',
      )}
    </span>
  );
}

function FileRow({ document }: { document: Document }) {
  const { t } = useTranslation('upload');
  const { id, file, problem, refused } = document;
  const limit = useShownLimit();
  const error = problem ? t(`file.problems.${problem}`, { size: limit }) : refused?.file;
  return (
    <li className={styles.row}>
      <FileIcon name={file.name} type={file.type} size={22} />
      <div className="grow">
        <div className={styles.name}>{file.name}</div>
        <div className={styles.facts}>
          {file.folders && (
            <span className={`meta ${styles.folders}`}>
              <IconFolder size={14} aria-hidden="true" />
              <span className="visually-hidden">{t('file.folders')}</span>
              <span className="ellipsis">{file.folders.join(' / ')}</span>
            </span>
          )}
          <FileFacts file={file} />
        </div>
        <CopyNote document={document} />
        {error && (
          <div className="meta" role="alert">
            <FieldMessage error={error} />
          </div>
        )}
      </div>
      <ActionIcon
        size="sm"
        aria-label={t('file.remove', { name: file.name })}
        onClick={() => removeDocument(id)}
      >
        <IconX size={15} />
      </ActionIcon>
    </li>
  );
}

/** Chooses a whole folder, without dragging. Its files keep the paths of their subfolders. */
function FolderButton() {
  const { t } = useTranslation('upload');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="subtle" onClick={() => input.current?.click()}>
        {t('file.pickFolder')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        // Browsers and Electron support it, but React's types do not have it.
        {...{ webkitdirectory: '' }}
        onChange={({ currentTarget }) => {
          void addFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** On a phone, photographs the pages of a document, which becomes one of the files. */
function PhotoButton() {
  const { t } = useTranslation('upload');
  const { photographed } = useWizard();
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setPhotographed(null);
    button.current?.focus();
  };
  return (
    <>
      <CameraButton
        ref={button}
        camera
        onPhotos={setPhotographed}
        leftSection={<IconCamera size={18} aria-hidden="true" />}
      >
        {t('photos.button')}
      </CameraButton>
      {photographed && (
        <PhotoPages
          first={photographed}
          onClose={close}
          onUse={(document) => {
            void addFiles([document]);
            close();
          }}
        />
      )}
    </>
  );
}

/** Choose or drag files. A file that cannot be uploaded shows why, and does not affect the others. */
export function FileStep() {
  const { t } = useTranslation('upload');
  const limit = useShownLimit();
  const { documents, seed, twice } = useWizard();
  const pick = useRef<() => void>(null);
  const some = documents.length > 0;
  const inFolders = documents.some(({ file }) => file.folders);
  const touch = useTouch();
  const leftOut = documents.filter(({ problem }) => problem).length;
  return (
    <div>
      <KeptOffer />
      {!seed.described && (
        <Dropzone
          onDrop={(files) => void addFiles(files)}
          openRef={pick}
          activateOnClick={false}
          activateOnKeyboard={false}
          enablePointerEvents
          inputProps={{ 'aria-label': t('file.input') }}
          classNames={{ root: styles.zone ?? '', inner: styles.inner ?? '' }}
          data-small={some || undefined}
          unstyled
        >
          <IconUpload size={some ? 20 : 28} aria-hidden="true" className="secondary" />
          <div className={styles.words}>
            <b>{t(touch ? 'file.touch' : 'file.drop')}</b>
            {!some && !touch && <div className="secondary">{t('file.or')}</div>}
            {some && <div className="meta">{t('file.limit', { size: limit })}</div>}
          </div>
          <div className={styles.pick}>
            <Button onClick={() => pick.current?.()} data-autofocus variant={some ? 'default' : 'filled'}>
              {some ? t('file.more') : t('file.pick')}
            </Button>
            {touch ? <PhotoButton /> : <FolderButton />}
          </div>
          {!some && <div className="meta">{t('file.limit', { size: limit })}</div>}
        </Dropzone>
      )}
      {some && (
        <ul className={styles.list} aria-label={t('file.chosen')}>
          {documents.map((document) => (
            <FileRow key={document.id} document={document} />
          ))}
        </ul>
      )}
      {inFolders && (
        <p className={`meta ${styles.left}`} role="status">
          {t('file.keepsFolders')}
        </p>
      )}
      {twice.length > 0 && (
        <p className={`meta ${styles.left} ${styles.copy}`} role="status">
          <IconAlertTriangle size={14} aria-hidden="true" />
          {t('file.twice', { count: twice.length, names: formatList(twice) })}
        </p>
      )}
      {leftOut > 0 && (
        <p className={`meta ${styles.left}`} role="status">
          {t('file.leftOut', { count: leftOut })}
        </p>
      )}
    </div>
  );
}
