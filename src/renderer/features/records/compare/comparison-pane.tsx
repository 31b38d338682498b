import { CloseButton, SegmentedControl, type SelectProps } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { lazy, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Version } from '#shared/documents/versions.schemas.ts';
import { StateGlyph } from '../../../components/documents/state-pill.tsx';
import { Select } from '../../../components/inputs/select.tsx';
import { useStoredValue } from '../../../hooks/stored-value.ts';
import { formatDate, fullName } from '../../../i18n/format.ts';
import { PreviewSkeleton } from '../preview/preview-skeleton.tsx';
import { Compared } from './compared.tsx';
import styles from './comparison.module.css';
import { useHavePages } from './pages/use-page-files.ts';
import type { OtherView } from './without.tsx';

const ComparedPages = lazy(async () => ({
  default: (await import('./pages/compared-pages.tsx')).ComparedPages,
}));

const VIEWS = ['content', 'pages'] as const;
type View = (typeof VIEWS)[number];
const viewSchema = z.enum(VIEWS);

/**
 * What changed between two versions, and which two they are: any can be chosen.
 * @param onClose undefined where the comparison belongs to the screen
 */
export function ComparisonPane({
  versions,
  before,
  after,
  onChoose,
  onClose,
}: {
  versions: readonly Version[];
  before: string;
  after: string;
  onChoose: (before: string, after: string) => void;
  onClose: (() => void) | undefined;
}) {
  const { t } = useTranslation('records');
  const numbered = versions.filter((each) => each.status === 'ready' && each.number !== null);
  const byId = new Map(numbered.map((each) => [each._id, each]));
  const stateOf = (id: string) => {
    const version = byId.get(id);
    return version && <StateGlyph state={version.state} titled />;
  };
  const select: SelectProps = {
    allowDeselect: false,
    size: 'sm',
    leftSectionWidth: 32,
    rightSectionWidth: 26,
    data: numbered.map(({ _id, number }) => ({ value: _id, label: t('version', { number }) })),
    renderOption: ({ option }) => <VersionOption version={byId.get(option.value)} />,
    comboboxProps: { width: 320, position: 'bottom-start' },
  };
  const [older, newer] = [byId.get(before), byId.get(after)];
  const havePages = useHavePages(older, newer);
  const [chosen, setChosen] = useStoredValue<View>('compare-view', viewSchema, 'content');
  const view = havePages ? chosen : 'content';
  const views = useRef<HTMLDivElement>(null);
  const other = (next: View): OtherView => ({
    view: next,
    open() {
      setChosen(next);
      // The button that led there goes.
      views.current?.querySelector<HTMLInputElement>(`input[value="${next}"]`)?.focus();
    },
  });
  return (
    <div className={styles.pane}>
      <div className={styles.bar}>
        <div className={styles.chosen}>
          {onClose && (
            <CloseButton className={styles.close ?? ''} aria-label={t('compare.close')} onClick={onClose} />
          )}
          <Select
            {...select}
            aria-label={t('compare.before')}
            value={before}
            leftSection={stateOf(before)}
            onChange={(id) => id && onChoose(id, after)}
          />
          <IconArrowRight size={16} aria-hidden="true" className={styles.arrow ?? ''} />
          <Select
            {...select}
            aria-label={t('compare.after')}
            value={after}
            leftSection={stateOf(after)}
            onChange={(id) => id && onChoose(before, id)}
          />
        </div>
        {havePages && (
          <SegmentedControl
            ref={views}
            size="xs"
            aria-label={t('compare.view')}
            value={view}
            onChange={(next) => setChosen(viewSchema.parse(next))}
            data={VIEWS.map((value) => ({ value, label: t(`compare.views.${value}`) }))}
          />
        )}
      </div>
      {older && newer ? (
        view === 'pages' ? (
          <Suspense fallback={<PreviewSkeleton />}>
            <ComparedPages
              key={`${before} ${after}`}
              before={older}
              after={newer}
              content={other('content')}
            />
          </Suspense>
        ) : (
          <Compared
            key={`${before} ${after}`}
            before={older}
            after={newer}
            pages={havePages ? other('pages') : undefined}
          />
        )
      ) : (
        <p className={styles.without}>{t('compare.missing')}</p>
      )}
    </div>
  );
}

function VersionOption({ version }: { version: Version | undefined }) {
  const { t } = useTranslation('records');
  if (!version) return null;
  return (
    <span className={styles.option}>
      <StateGlyph state={version.state} titled />
      <span className="grow">
        {t('version', { number: version.number })}
        <span className="meta">
          {fullName(version.createdBy)}, {formatDate(version.createdAt)}
        </span>
      </span>
    </span>
  );
}
