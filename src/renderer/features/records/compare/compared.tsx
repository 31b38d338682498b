import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Version } from '#shared/documents/versions.schemas.ts';
import { extensionOf } from '#shared/platform/files/file-kinds.ts';
import { ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { useContent } from '../content.ts';
import { useContentUrl } from '../preview/content-url.ts';
import { previewKind, SIZE_LIMITS } from '../preview/kinds.ts';
import { ComparedText } from './compared-text.tsx';
import styles from './comparison.module.css';
import type { ComparedTables as Read, TableFile } from './tables/compare-workbooks.ts';
import { useComparedTables } from './tables/use-compared-tables.ts';
import { useClosing } from './use-closing.ts';
import type { OtherView } from './without.tsx';

const ComparedTables = lazy(async () => ({
  default: (await import('./tables/compared-tables.tsx')).ComparedTables,
}));
const ComparedImages = lazy(async () => ({
  default: (await import('./images/compared-images.tsx')).ComparedImages,
}));

interface Both {
  readonly before: Version;
  readonly after: Version;
}

interface ReadBoth extends Both {
  /** The view of their pages; undefined where not both have some. */
  readonly pages: OtherView | undefined;
}

/** How two versions are compared: by what both of them are. */
type Way =
  | { readonly kind: 'tables'; readonly file: TableFile['kind'] }
  | { readonly kind: 'images' | 'text' };

/** Two versions compared as what they are: workbooks cell by cell, images as pictures, everything else by its sentences. */
export function Compared({ before, after, pages }: ReadBoth) {
  const way = wayOf(before, after);
  if (way.kind === 'tables') return <Tables before={before} after={after} pages={pages} file={way.file} />;
  if (way.kind === 'images') return <Images before={before} after={after} />;
  return <ComparedText before={before} after={after} pages={pages} />;
}

function wayOf(before: Version, after: Version): Way {
  const ways = [before, after].map((version): Way => {
    const kind = previewKind(version.name, version.type);
    if ((version.size ?? 0) > ((kind && SIZE_LIMITS[kind]) ?? Number.POSITIVE_INFINITY))
      return { kind: 'text' };
    if (kind === 'sheet') return { kind: 'tables', file: 'workbook' };
    if (kind === 'image') return { kind: 'images' };
    const isValues =
      ['csv', 'tsv'].includes(extensionOf(version.name)) && (version.size ?? 0) <= VALUES_BYTES;
    return isValues ? { kind: 'tables', file: 'values' } : { kind: 'text' };
  }) as [Way, Way];
  const [one, other] = ways;
  const isSame =
    one.kind === other.kind && (one.kind !== 'tables' || one.file === (other as typeof one).file);
  return isSame ? one : { kind: 'text' };
}

/** Largest file of separated values in bytes that is compared cell by cell. */
const VALUES_BYTES = 8_000_000;

/** Loads the contents of both versions. */
function Contents({
  before,
  after,
  children,
}: Both & { children: (before: Blob, after: Blob) => ReactNode }) {
  const { t } = useTranslation('records');
  const contents = [useContent(before._id, true), useContent(after._id, true)] as const;
  const failed = contents.find((each) => each.isError);
  if (failed) {
    return (
      <ErrorState
        title={t('compare.contentFailed')}
        error={failed.error}
        onRetry={() => {
          for (const each of contents) void each.refetch();
        }}
      />
    );
  }
  const [older, newer] = contents.map(({ data }) => data);
  return older && newer ? children(older, newer) : <Waiting />;
}

const Waiting = () => (
  <div className={styles.without}>
    <LoadingRows rows={8} height={22} />
  </div>
);

function Tables(both: ReadBoth & { file: TableFile['kind'] }) {
  return (
    <Contents before={both.before} after={both.after}>
      {(older, newer) => <ReadTables {...both} contents={[older, newer]} />}
    </Contents>
  );
}

function ReadTables({
  before,
  after,
  pages,
  file,
  contents: [older, newer],
}: ReadBoth & { file: TableFile['kind']; contents: readonly [Blob, Blob] }) {
  const { t } = useTranslation('records');
  const compared = useComparedTables(file, older, newer);
  if (!compared) return <Waiting />;
  if ('fault' in compared) {
    const { number } = compared.of === 'before' ? before : after;
    const note = t('compare.tables.unreadable', { number });
    return <ComparedText before={before} after={after} pages={pages} note={note} />;
  }
  if (compared.sheets.every(({ changes }) => changes.length === 0)) return <SameTables compared={compared} />;
  return (
    <Suspense fallback={<Waiting />}>
      <ComparedTables {...compared} />
    </Suspense>
  );
}

function SameTables({ compared: { sheets, uncompared } }: { compared: Exclude<Read, { fault: unknown }> }) {
  const left = [...uncompared, ...sheets.flatMap((sheet) => sheet.uncompared)];
  return (
    <p className={styles.without} role="status">
      {useClosing('tables', 0, left).join(' ')}
    </p>
  );
}

function Images({ before, after }: Both) {
  return (
    <Contents before={before} after={after}>
      {(older, newer) => <ReadImages before={before} after={after} contents={[older, newer]} />}
    </Contents>
  );
}

function ReadImages({ before, after, contents: [older, newer] }: Both & { contents: readonly [Blob, Blob] }) {
  const { t } = useTranslation('records');
  const [broken, setBroken] = useState(false);
  const onBroken = (): void => setBroken(true);
  const isSvg = (version: Version): boolean => extensionOf(version.name) === 'svg';
  const urls = [
    useContentUrl(older, isSvg(before), onBroken),
    useContentUrl(newer, isSvg(after), onBroken),
  ] as const;
  if (broken) return <p className={styles.without}>{t('compare.images.broken')}</p>;
  const [one, other] = urls;
  if (!one || !other) return <Waiting />;
  const labelOf = ({ number }: Version): string => t('version', { number });
  return (
    <Suspense fallback={<Waiting />}>
      <ComparedImages
        before={{ url: one, label: labelOf(before) }}
        after={{ url: other, label: labelOf(after) }}
        onBroken={onBroken}
      />
    </Suspense>
  );
}
