import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { whyNotBelow } from '#shared/labels/label-tree.ts';
import type { ManagedLabel } from '#shared/labels/labels.schemas.ts';
import { useWritePause } from '../../components/write.tsx';
import { type LabelAction, LabelNode } from './label-node.tsx';
import styles from './labels.module.css';
import { asTree, matching, placedLabels } from './queries.ts';
import { useLabelPlace } from './use-label-drag.ts';

/**
 * All labels as a tree: arrow keys move, right opens, left closes, Enter opens the label. A label can be dragged below
 * another.
 */
export function LabelTree({
  labels,
  text,
  onMove,
  onAction,
}: {
  labels: readonly ManagedLabel[];
  /** Shows only labels that match this text, with their ancestors. */
  text: string;
  onMove: (label: string, parent: string | null) => void;
  onAction: (action: LabelAction, label: ManagedLabel) => void;
}) {
  const { t } = useTranslation('labels');
  const navigate = useNavigate();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string>();
  const placed = useMemo(() => placedLabels(labels), [labels]);
  const tree = useMemo(() => asTree(labels), [labels]);
  const found = matching(placed, text);
  const searching = text.trim() !== '';
  const isOpen = (id: string): boolean => searching || !closed.has(id);
  const shown = found.filter(({ above }) => above.every(({ _id }) => isOpen(_id)));
  const parents = new Set(found.flatMap(({ above }) => above.map(({ _id }) => _id)));
  const stop = shown.some(({ label }) => label._id === focused) ? focused : shown[0]?.label._id;

  const setOpen = (id: string, open: boolean): void =>
    setClosed((before) => {
      const next = new Set(before);
      if (open) next.delete(id);
      else next.add(id);
      return next;
    });
  const parentOf = (id: string): string | null =>
    labels.find((label) => label._id === id)?.parent?._id ?? null;
  const accepts = (moved: string, parent: string | null): boolean =>
    parentOf(moved) !== parent && whyNotBelow(tree, moved, parent) === null;
  const go = (id: string): void => void navigate(`/labels/edit/${id}`);

  const paused = useWritePause().disabled;
  const top = useRef<HTMLDivElement>(null);
  const { over } = useLabelPlace(top, {
    // A label that is dragged while the connection breaks is not moved.
    accepts: (moved) => !paused && accepts(moved, null),
    onPut: (moved) => onMove(moved, null),
  });

  function onKeyDown(event: KeyboardEvent, at: number): void {
    const node = shown[at];
    if (!node) return;
    const id = node.label._id;
    const move = (to: number): void => {
      const target = shown[Math.max(0, Math.min(shown.length - 1, to))];
      if (!target) return;
      setFocused(target.label._id);
      document.getElementById(`label-${target.label._id}`)?.focus();
    };
    const up = shown.findIndex(({ label }) => label._id === parentOf(id));
    const actions: Record<string, () => void> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      Home: () => move(0),
      End: () => move(shown.length - 1),
      ArrowRight: () => (parents.has(id) && !isOpen(id) ? setOpen(id, true) : move(at + 1)),
      ArrowLeft: () =>
        parents.has(id) && isOpen(id) && !searching ? setOpen(id, false) : move(up < 0 ? at : up),
      Enter: () => go(id),
      ' ': () => go(id),
      ...(paused
        ? {}
        : { m: () => onAction('move', node.label), Delete: () => onAction('delete', node.label) }),
    };
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  return (
    <div data-tour="labels-tree">
      <div ref={top} className={`${styles.top} ${over ? styles.over : ''}`} data-over={over || undefined}>
        <span className="meta">{t('top')}</span>
      </div>
      <div role="tree" aria-label={t('title')}>
        {shown.map((each, at) => {
          const id = each.label._id;
          return (
            <LabelNode
              key={id}
              placed={each}
              stop={id === stop}
              open={parents.has(id) ? isOpen(id) : undefined}
              accepts={(moved) => !paused && accepts(moved, id)}
              onPut={(moved) => onMove(moved, id)}
              onOpen={(open) => setOpen(id, open)}
              onGo={() => go(id)}
              onKeyDown={(event) => onKeyDown(event, at)}
              onAction={(action) => onAction(action, each.label)}
            />
          );
        })}
      </div>
      {shown.length === 0 && <p className={`meta ${styles.none}`}>{t('noMatch')}</p>}
    </div>
  );
}
