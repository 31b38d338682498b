import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Record } from '#shared/documents/records.schemas.ts';
import type { Version } from '#shared/documents/versions.schemas.ts';
import { type IndexTab, IndexTabs } from '../../components/page/index-tabs.tsx';
import type { NewVersion } from './actions/use-new-version.ts';
import { useComments } from './comments/comments-context.tsx';
import { SelectionOffer } from './comments/selection-offer.tsx';
import { TextPane } from './comments/text-pane.tsx';
import { baselineOf } from './compare/baseline.ts';
import { AwaitedFile } from './preview/awaited-file.tsx';
import { CurrentPreview } from './preview/current-preview.tsx';
import { PreviewSkeleton } from './preview/preview-skeleton.tsx';
import type { ShownVersion } from './preview/use-shown-version.ts';
import styles from './record-screen.module.css';

const ComparisonPane = lazy(async () => ({
  default: (await import('./compare/comparison-pane.tsx')).ComparisonPane,
}));

export interface Compared {
  readonly before: string;
  readonly after: string;
}

type Tab = 'changes' | 'text' | 'document';

/**
 * The document as it looks, its words, and what changed in it. While somebody reviews it, the changes since the version
 * that was published or decided about last come first, beside the decision.
 * @param chosen two versions that the address names; they come first too
 */
export function RecordCanvas({
  record,
  versions,
  shown: shownVersion,
  own,
  reviewing,
  newVersion,
  chosen,
  onChoose,
}: {
  record: Record;
  versions: readonly Version[] | undefined;
  shown: ShownVersion;
  own: boolean | undefined;
  reviewing: boolean;
  newVersion: NewVersion;
  chosen: Compared | undefined;
  /** Two versions, or undefined to end the comparison. */
  onChoose: (compared: Compared | undefined) => void;
}) {
  const { t } = useTranslation('records');
  const { list, text } = useComments();
  const canvas = useRef<HTMLDivElement>(null);
  const current = record.currentVersion;
  const baseline = reviewing ? baselineOf(current?._id, versions ?? []) : undefined;
  const compared = chosen ?? (baseline && current ? { before: baseline._id, after: current._id } : undefined);
  const [tab, setTab] = useState<Tab>('document');
  const key = compared && `${compared.before} ${compared.after}`;
  // What was just asked for is shown, also where the document was looked at before.
  useEffect(() => setTab(key === undefined ? 'document' : 'changes'), [key]);
  useShownPassage({ tab, setTab, onChoose });
  const preview = current ? (
    <CurrentPreview version={shownVersion} own={own} />
  ) : (
    <AwaitedFile newVersion={newVersion} />
  );
  const tabs: IndexTab<Tab>[] = [];
  if (compared && versions) {
    tabs.push({
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
    });
  }
  const hasText = text.answer?.status !== 'none';
  if ((reviewing || list.length > 0) && hasText)
    tabs.push({ id: 'text', label: t('canvas.text'), panel: <TextPane /> });
  tabs.push({ id: 'document', label: t('canvas.document'), panel: preview });
  const shown = tabs.find(({ id }) => id === tab) ?? tabs.at(-1);
  return (
    <div ref={canvas} className={styles.canvas}>
      {/* Until it is known whether there is something to compare, neither is drawn, so that nothing jumps. */}
      {reviewing && !versions ? (
        <PreviewSkeleton />
      ) : (
        <IndexTabs
          label={t('canvas.label')}
          value={shown?.id ?? 'document'}
          onChange={setTab}
          className={styles.canvas}
          tabs={tabs}
        />
      )}
      <SelectionOffer canvas={canvas} />
    </div>
  );
}

/** Opens the tab that has the passage of the comment that was asked for: the one on screen where it can show it. */
function useShownPassage({
  tab,
  setTab,
  onChoose,
}: {
  tab: Tab;
  setTab: (tab: Tab) => void;
  onChoose: (compared: Compared) => void;
}): void {
  const { passage, list, text, current, located } = useComments();
  const handled = useRef(0);
  useEffect(() => {
    if (!passage || passage.turn <= handled.current) return;
    handled.current = passage.turn;
    const comment = list.find(({ _id }) => _id === passage.id);
    if (!comment?.anchor) return;
    const { quote, page } = comment.anchor;
    if (passage.compared && current !== undefined) {
      onChoose({ before: comment.version, after: current });
      setTab('changes');
      return;
    }
    // Pages are those of the version that was commented.
    if (tab === 'document' && page !== null && comment.version === current) return;
    if (tab !== 'document' && located.current?.(passage.id)) return;
    setTab(quote !== '' && text.sentences ? 'text' : 'document');
  }, [passage, list, text.sentences, current, located, tab, setTab, onChoose]);
}
