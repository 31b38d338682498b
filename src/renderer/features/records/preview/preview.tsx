import { IconFileOff } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGES_FILE_MAX, pagedKind } from '#shared/documents/pages.ts';
import { EmptyState, ErrorState } from '../../../components/page/screen-states.tsx';
import { useContent } from '../content.ts';
import { type PreviewKind, previewKind, SIZE_LIMITS } from './kinds.ts';
import { NoPreview, type PreviewFile } from './no-preview.tsx';
import type { PreviewFault } from './office/messages.ts';
import { Paged, useServerPages } from './paged.tsx';
import { ImagePreview } from './pictures/image-preview.tsx';
import { MediaPreview } from './pictures/media-preview.tsx';
import { PreviewFence } from './preview-fence.tsx';
import { PreviewSkeleton } from './preview-skeleton.tsx';
import { SHOWN_BYTES } from './texts/text.ts';
import { TextPreview } from './texts/text-preview.tsx';

// Each preview is a chunk of its own, so that reading a PDF loads nothing for workbooks.
const PdfPreview = lazy(async () => ({ default: (await import('./pdf/pdf-preview.tsx')).PdfPreview }));
const WordPreview = lazy(async () => ({ default: (await import('./office/word-preview.tsx')).WordPreview }));
const SheetPreview = lazy(async () => ({
  default: (await import('./office/sheet-preview.tsx')).SheetPreview,
}));
const SlidesPreview = lazy(async () => ({
  default: (await import('./office/slides-preview.tsx')).SlidesPreview,
}));
const WordsPreview = lazy(async () => ({
  default: (await import('./texts/words-preview.tsx')).WordsPreview,
}));
const ScanPreview = lazy(async () => ({
  default: (await import('./pictures/scan-preview.tsx')).ScanPreview,
}));
const MailPreview = lazy(async () => ({ default: (await import('./texts/mail-preview.tsx')).MailPreview }));

/** The document's preview. If it has none: its icon, the reason, and a download. */
export function Preview({ file }: { file: PreviewFile }) {
  const { t } = useTranslation('records');
  return (
    <PreviewFence fallback={<NoPreview file={file} reason={t('preview.broken')} />}>
      <Fenced file={file} />
    </PreviewFence>
  );
}

function Fenced({ file: given }: { file: PreviewFile }) {
  const { t } = useTranslation('records');
  const kind = previewKind(given.name, given.type);
  const serverDraws = useServerPages();
  const { version } = given;
  if (!version) return <EmptyState page icon={IconFileOff} title={t('preview.noBytes')} />;
  const file = { ...given, version };
  if (pagedKind(file.name) && file.size <= PAGES_FILE_MAX) {
    const drawn = serverDraws(file.name);
    if (drawn === undefined) return <PreviewSkeleton />;
    if (drawn) return <Paged file={file} own={kind && <Own file={file} kind={kind} />} />;
  }
  return kind ? <Own file={file} kind={kind} /> : <NoPreview file={file} reason={t('preview.none')} />;
}

/** The preview that the page makes of the file itself. */
function Own({ file, kind }: { file: PreviewFile & { version: string }; kind: PreviewKind }) {
  const { t } = useTranslation('records');
  if (file.size > (SIZE_LIMITS[kind] ?? Number.POSITIVE_INFINITY))
    return <NoPreview file={file} reason={t('preview.tooLarge')} />;
  if (kind !== 'audio' && kind !== 'video') return <Loaded file={file} kind={kind} />;
  const broken = <NoPreview file={file} reason={t('preview.broken')} />;
  return <MediaPreview version={file.version} kind={kind} name={file.name} broken={broken} />;
}

/** Bytes loaded for the preview. */
function Loaded({ file, kind }: { file: PreviewFile; kind: Exclude<PreviewKind, 'audio' | 'video'> }) {
  const { t } = useTranslation('records');
  const content = useContent(file.version, true, kind === 'text' && file.size > 0 ? SHOWN_BYTES : undefined);
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
  const broken = (fault: PreviewFault): ReactNode => (
    <NoPreview file={file} reason={t(`preview.faults.${fault}`)} />
  );
  const given = { content: content.data, name: file.name, broken };
  return (
    <Suspense fallback={<PreviewSkeleton />}>
      {kind === 'pdf' && <PdfPreview {...given} />}
      {kind === 'word' && <WordPreview {...given} />}
      {kind === 'sheet' && <SheetPreview {...given} />}
      {kind === 'slides' && <SlidesPreview {...given} />}
      {(kind === 'odf' || kind === 'rtf') && <WordsPreview kind={kind} {...given} />}
      {kind === 'mail' && <MailPreview content={content.data} broken={broken} />}
      {kind === 'scan' && <ScanPreview key={file.version} {...given} />}
      {kind === 'image' && <ImagePreview {...given} />}
      {kind === 'text' && <TextPreview content={content.data} name={file.name} size={file.size} />}
    </Suspense>
  );
}
