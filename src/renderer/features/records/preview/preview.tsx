import { Button } from '@mantine/core';
import { IconDownload, IconFileOff } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { extensionOf, type FileKind, fileKind } from '#shared/domain/file-kinds.ts';
import { FileIcon } from '../../../components/file-icon.tsx';
import { EmptyState, ErrorState } from '../../../components/screen-states.tsx';
import { formatSize } from '../../../i18n/format.ts';
import { download, PREVIEW_LIMIT, useContent } from '../content.ts';
import { ImagePreview } from './image-preview.tsx';
import styles from './preview.module.css';
import { PreviewSkeleton } from './preview-skeleton.tsx';
import { TextPreview } from './text-preview.tsx';

const PdfPreview = lazy(async () => ({ default: (await import('./pdf-preview.tsx')).PdfPreview }));

export interface PreviewFile {
  version: string | undefined;
  name: string;
  type: string;
  size: number;
}

/** Browsers draw these; others that count as images (plans, scans as TIFF) do not. */
const DRAWABLE = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp']);

function previewOf(file: PreviewFile): 'pdf' | 'image' | 'text' | undefined {
  const kind: FileKind = fileKind(file.name, file.type);
  const extension = extensionOf(file.name);
  if (kind === 'pdf') return 'pdf';
  if (kind === 'image' && DRAWABLE.has(extension)) return 'image';
  if (kind === 'text' || kind === 'code' || extension === 'csv' || extension === 'tsv') return 'text';
  return undefined;
}

/** The document itself, as far as the page can show it; else its icon and a download. */
export function Preview({ file }: { file: PreviewFile }) {
  const { t } = useTranslation('records');
  const kind = previewOf(file);
  const fits = file.size <= PREVIEW_LIMIT;
  const content = useContent(file.version, kind !== undefined && fits);

  if (!file.version) return <EmptyState page icon={IconFileOff} title={t('preview.noBytes')} />;
  if (!kind || !fits) return <NoPreview file={file} reason={t(fits ? 'preview.none' : 'preview.tooLarge')} />;
  if (content.isError) {
    return (
      <ErrorState
        page
        title={t('preview.failed')}
        error={content.error}
        onRetry={() => void content.refetch()}
      />
    );
  }
  if (!content.data) return <PreviewSkeleton />;
  const broken = <NoPreview file={file} reason={t('preview.broken')} />;
  if (kind === 'image') return <ImagePreview content={content.data} name={file.name} broken={broken} />;
  if (kind === 'text') return <TextPreview content={content.data} name={file.name} />;
  return (
    <Suspense fallback={<PreviewSkeleton />}>
      <PdfPreview key={file.version} content={content.data} name={file.name} broken={broken} />
    </Suspense>
  );
}

function NoPreview({ file, reason }: { file: PreviewFile; reason: string }) {
  const { t } = useTranslation('records');
  return (
    <div className={styles.none}>
      <FileIcon name={file.name} type={file.type} size={40} />
      <p className={styles.name}>{file.name}</p>
      <p className="secondary">{reason}</p>
      <p className="meta">{formatSize(file.size)}</p>
      <Button
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        onClick={() => file.version && void download(file.version)}
      >
        {t('actions.download')}
      </Button>
    </div>
  );
}
