import { Button, SegmentedControl } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGES_MAX, pagedKind } from '#shared/documents/pages.ts';
import { useEndpoint } from '../../../api/client.ts';
import { useDelayed } from '../../../hooks/use-delayed.ts';
import { usePages } from '../content.ts';
import { NoPreview, type PreviewFile } from './no-preview.tsx';
import styles from './preview.module.css';
import { PreviewSkeleton } from './preview-skeleton.tsx';

const PdfPreview = lazy(async () => ({ default: (await import('./pdf/pdf-preview.tsx')).PdfPreview }));

/** From when on it is said that pages are being drawn, in milliseconds: most are there already. */
const DRAWING_MS = 800;
/** A server that is starting may still be looking for the program, in milliseconds. */
const LOOK_AGAIN_MS = 60_000;

/** Whether the server draws pages of a file of this name; undefined until it said so. */
export function useServerPages(): (name: string) => boolean | undefined {
  const { data, isError } = useEndpoint('health', {}, { staleTime: LOOK_AGAIN_MS });
  return (name) => {
    const kind = pagedKind(name);
    if (!kind || isError) return false;
    return data && (kind === 'photo' ? data.photos : data.pages) === true;
  };
}

type View = 'own' | 'pages';

/**
 * An office file as its pages, which the server draws. A workbook is shown as a table first, and its pages when they are
 * asked for.
 * @param own the preview that the page makes by itself, where it can
 */
export function Paged({ file, own }: { file: PreviewFile; own: ReactNode }) {
  const { t } = useTranslation('records');
  const isSheet = pagedKind(file.name) === 'sheet' && Boolean(own);
  const [view, setView] = useState<View>(isSheet ? 'own' : 'pages');
  const shown = view === 'own' ? own : <Pages file={file} own={own} onSkip={() => setView('own')} />;
  if (!isSheet) return shown;
  return (
    <>
      <div className={styles.toolbar}>
        <SegmentedControl
          size="xs"
          aria-label={t('preview.pages.choice')}
          value={view}
          onChange={(next) => setView(next === 'pages' ? 'pages' : 'own')}
          data={(['own', 'pages'] as const).map((value) => ({ value, label: t(`preview.pages.${value}`) }))}
        />
      </div>
      {shown}
    </>
  );
}

/** The pages as a PDF; the page's own preview where they cannot be drawn. */
function Pages({ file, own, onSkip }: { file: PreviewFile; own: ReactNode; onSkip: () => void }) {
  const { t } = useTranslation('records');
  const pages = usePages(file.version, true);
  if (pages.isError) return own || <NoPreview file={file} reason={t('preview.pages.failed')} />;
  if (!pages.data) return <Drawing onSkip={own ? onSkip : undefined} />;
  return (
    <Suspense fallback={<PreviewSkeleton />}>
      <PdfPreview
        content={pages.data}
        name={file.name}
        most={PAGES_MAX}
        broken={() => own || <NoPreview file={file} reason={t('preview.pages.failed')} />}
      />
    </Suspense>
  );
}

function Drawing({ onSkip }: { onSkip: (() => void) | undefined }) {
  const { t } = useTranslation('records');
  const slow = useDelayed(DRAWING_MS);
  return (
    <>
      {slow && (
        <p className={styles.notice} role="status">
          {t('preview.pages.drawing')}{' '}
          {onSkip && (
            <Button variant="subtle" size="compact-sm" onClick={onSkip}>
              {t('preview.pages.skip')}
            </Button>
          )}
        </p>
      )}
      <PreviewSkeleton />
    </>
  );
}
