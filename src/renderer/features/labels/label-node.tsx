import { ActionIcon } from '@mantine/core';
import {
  IconArrowMerge,
  IconChevronDown,
  IconChevronRight,
  IconCornerLeftUp,
  IconDots,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { LIBRARY_COUNT_MAX } from '#shared/platform/limits.ts';
import { LabelIcon } from '../../components/documents/label-icon.tsx';
import { Menu } from '../../components/menu.tsx';
import { useWritePause, WriteItem } from '../../components/write.tsx';
import { formatCount } from '../../i18n/format.ts';
import styles from './labels.module.css';
import type { Placed } from './queries.ts';
import { useLabelPlace } from './use-label-drag.ts';

/** The actions of a label's menu, beside opening it. */
export type LabelAction = 'move' | 'merge' | 'delete';

const ACTIONS = [
  { action: 'move', icon: IconCornerLeftUp },
  { action: 'merge', icon: IconArrowMerge },
  { action: 'delete', icon: IconTrash },
] as const;

/** A label of the tree. Enter opens it, it can be dragged below another one, and its menu has the other actions. */
export function LabelNode({
  placed: { label, depth },
  stop,
  open,
  accepts,
  onPut,
  onOpen,
  onGo,
  onKeyDown,
  onAction,
}: {
  placed: Placed;
  /** Whether Tab stops at this node. */
  stop: boolean;
  /** Undefined where the label has no children. */
  open: boolean | undefined;
  accepts: (moved: string) => boolean;
  onPut: (moved: string) => void;
  onOpen: (open: boolean) => void;
  onGo: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onAction: (action: LabelAction) => void;
}) {
  const { t } = useTranslation('labels');
  const node = useRef<HTMLDivElement>(null);
  const pause = useWritePause();
  const { dragging, over } = useLabelPlace(node, {
    carries: pause.disabled ? undefined : label._id,
    accepts,
    onPut,
    onRest: () => open === false && onOpen(true),
  });
  const { name, records, groups } = label;
  return (
    <div
      ref={node}
      id={`label-${label._id}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={false}
      aria-expanded={open}
      aria-label={t('node', { name, count: records })}
      tabIndex={stop ? 0 : -1}
      className={[styles.node, dragging && styles.carried, over && styles.over].filter(Boolean).join(' ')}
      data-over={over || undefined}
      style={{ paddingLeft: 4 + depth * 20 }}
      onClick={onGo}
      onKeyDown={(event) => event.target === node.current && onKeyDown(event)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the keyboard has left and right */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <span
        className={styles.twist}
        onClick={(event) => {
          event.stopPropagation();
          if (open !== undefined) onOpen(!open);
        }}
      >
        {open !== undefined && (open ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />)}
      </span>
      <LabelIcon name={label.icon} />
      <span className="grow ellipsis" title={name}>
        {name}
      </span>
      {groups.length > 0 && (
        <span className={`meta ${styles.libraries}`}>{t('in', { count: groups.length })}</span>
      )}
      <span className={`meta ${styles.count}`}>
        {records > 0
          ? t('records', { count: records, shown: formatCount(records, LIBRARY_COUNT_MAX) })
          : t('unused')}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps a click on the menu from opening the label */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <span onClick={(event) => event.stopPropagation()}>
        <Menu position="bottom-end" width={220} withinPortal={false}>
          <Menu.Target>
            <ActionIcon aria-label={t('actions', { name })} tabIndex={stop ? 0 : -1}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              component={Link}
              to={`/labels/edit/${label._id}`}
              leftSection={<IconPencil size={17} />}
            >
              {t('edit')}
            </Menu.Item>
            <WriteItem to={`/labels/create?parent=${label._id}`} leftSection={<IconPlus size={17} />}>
              {t('newBelow')}
            </WriteItem>
            {ACTIONS.map(({ action, icon: Icon }) => (
              <WriteItem key={action} leftSection={<Icon size={17} />} onClick={() => onAction(action)}>
                {t(`deeds.${action}`)}
              </WriteItem>
            ))}
          </Menu.Dropdown>
        </Menu>
      </span>
    </div>
  );
}
