import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Record } from '#shared/documents/records.schemas.ts';
import type { Version } from '#shared/documents/versions.schemas.ts';
import { IndexTabs } from '../../components/page/index-tabs.tsx';
import { baselineOf } from './compare/baseline.ts';
import { CurrentPreview } from './preview/current-preview.tsx';
import { PreviewSkeleton } from './preview/preview-skeleton.tsx';
import styles from './record-screen.module.css';

const ComparisonPane = lazy(async () => ({
  default: (await import('./compare/comparison-pane.tsx')).ComparisonPane,
}));

export interface Compared {
  readonly before: string;
  readonly after: string;
}

/**
 * The document as it looks, and what changed in it. While somebody reviews it, the changes since the version that was
 * published or decided about last come first, beside the decision.
 * @param chosen two versions that the address names; they come first too
 */
export function RecordCanvas({
  record,
  versions,
  own,
  reviewing,
  chosen,
  onChoose,
}: {
  record: Record;
  versions: readonly Version[] | undefined;
  own: boolean | undefined;
  reviewing: boolean;
  chosen: Compared | undefined;
  /** Two versions, or undefined to end the comparison. */
  onChoose: (compared: Compared | undefined) => void;
}) {
  const { t } = useTranslation('records');
  const current = record.currentVersion;
  const baseline = reviewing ? baselineOf(current?._id, versions ?? []) : undefined;
  const compared = chosen ?? (baseline && current ? { before: baseline._id, after: current._id } : undefined);
  const [tab, setTab] = useState<'changes' | 'document'>('changes');
  const key = compared && `${compared.before} ${compared.after}`;
  // What was just asked for is shown, also where the document was looked at before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new comparison counts
  useEffect(() => setTab('changes'), [key]);
  const file = {
    version: current?._id,
    name: record.file.name,
    type: record.file.type,
    size: record.size,
  };
  const preview = <CurrentPreview newest={{ file, number: current?.number }} own={own} />;
  // Until it is known whether there is something to compare, neither is drawn, so that nothing jumps.
  if (reviewing && !versions) return <PreviewSkeleton />;
  if (!compared || !versions) return preview;
  return (
    <IndexTabs
      label={t('canvas.label')}
      value={tab}
      onChange={setTab}
      className={styles.canvas}
      tabs={[
        {
          id: 'changes',
          label: t('canvas.changes'),
          panel: (
            <Suspense fallback={<PreviewSkeleton />}>
              <ComparisonPane
                versions={versions}
                before={compared.before}
                after={compared.after}
                onChoose={(before, after) => onChoose({ before, after })}
                onClose={reviewing ? undefined : () => onChoose(undefined)}
              />
            </Suspense>
          ),
        },
        { id: 'document', label: t('canvas.document'), panel: preview },
      ]}
    />
  );
}
