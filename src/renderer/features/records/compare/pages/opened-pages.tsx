import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGES_MAX, type PagesFault } from '#shared/documents/pages.ts';
import type { Version } from '#shared/documents/versions.schemas.ts';
import { ErrorState, LoadingRows } from '../../../../components/page/screen-states.tsx';
import type { PdfFault } from '../../preview/pdf/open-pdf.ts';
import { usePdf } from '../../preview/pdf/use-pdf.ts';
import { useVersionText } from '../../queries.ts';
import shared from '../comparison.module.css';
import { pagesFaultIn, whyNoPages } from '../why-not.ts';
import { type OtherView, Without } from '../without.tsx';
import type { PagedDocument } from './compare-pages.ts';
import { usePageFile } from './use-page-files.ts';

interface OpenedPagesProps {
  readonly before: Version;
  readonly after: Version;
  /** The view of their words; undefined where this is it. */
  readonly content?: OtherView | undefined;
  readonly children: (before: PagedDocument, after: PagedDocument) => ReactNode;
}

/** Loads and opens the pages of two versions, or says why one of them has none. */
export function OpenedPages(props: OpenedPagesProps) {
  const { t } = useTranslation('records');
  const { before, after } = props;
  const pages = [usePageFile(before), usePageFile(after)] as const;
  const files = pages.map(({ file }) => file);
  const failed = files.find((each) => each.isError && !pagesFaultIn(each.error));
  if (failed) {
    return (
      <ErrorState
        title={t('compare.pages.failed')}
        error={failed.error}
        onRetry={() => {
          for (const each of files) void each.refetch();
        }}
      />
    );
  }
  const faults = [pagesFaultIn(files[0]?.error), pagesFaultIn(files[1]?.error)] as const;
  // Of both, so that what is said is not half of it.
  if (files.some((each) => each.isPending)) return <Waiting />;
  if (faults[0] || faults[1]) return <NoPages {...props} faults={faults} />;
  const [older, newer] = files.map(({ data }) => data);
  if (!older || !newer) return <Waiting />;
  return <Opened {...props} contents={[older, newer]} drawn={[pages[0].isDrawn, pages[1].isDrawn]} />;
}

function Opened({
  contents: [older, newer],
  drawn,
  ...props
}: OpenedPagesProps & { contents: readonly [Blob, Blob]; drawn: readonly [boolean, boolean] }) {
  const mostOf = (isDrawn: boolean): number | undefined => (isDrawn ? PAGES_MAX : undefined);
  const [one, other] = [usePdf(older, mostOf(drawn[0])), usePdf(newer, mostOf(drawn[1]))];
  if (!one || !other) return <Waiting />;
  if ('fault' in one || 'fault' in other) {
    const faultOf = (pdf: typeof one) => ('fault' in pdf ? pdf.fault : undefined);
    return <NoPages {...props} faults={[faultOf(one), faultOf(other)]} />;
  }
  const documentOf = ({ document, pages, isCut }: typeof one): PagedDocument => ({
    ...{ document, pages, cut: isCut },
  });
  return props.children(documentOf(one), documentOf(other));
}

type Fault = PagesFault | PdfFault | undefined;

/** Says why, as the view of the words does where the file is to blame; the words lead on only where there are some. */
function NoPages({ before, after, content, faults }: OpenedPagesProps & { faults: readonly [Fault, Fault] }) {
  const texts = [useVersionText(before._id), useVersionText(after._id)] as const;
  // Where the texts cannot be loaded, less is known.
  if (texts.some((each) => each.isPending)) return <Waiting />;
  const versions = [before, after].flatMap((version, at) => {
    const fault = faults[at];
    return fault ? [{ number: version.number, why: whyNoPages(fault, texts[at]?.data) }] : [];
  });
  const haveWords = texts.every((each) => each.data?.status === 'ready');
  return <Without versions={versions} other={haveWords ? content : undefined} />;
}

/** The server takes seconds to draw pages that nobody has seen yet. */
export function Waiting() {
  const { t } = useTranslation('records');
  return (
    <div className={shared.without}>
      <p role="status">{t('preview.pages.drawing')}</p>
      <LoadingRows rows={8} height={22} />
    </div>
  );
}
