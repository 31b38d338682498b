import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Folder } from '#shared/documents/folders.schemas.ts';
import type { Group } from '#shared/people/people.schemas.ts';
import { FolderIcon } from '../../../components/compliance/folder-icon.tsx';
import { formatNumber } from '../../../i18n/format.ts';
import type { Carrying } from '../carry/carrying.ts';
import drag from '../carry/drag.module.css';
import { useDragSource } from '../carry/use-drag.ts';
import { useDropTarget } from '../carry/use-drop-target.ts';
import type { FolderStanding } from '../compliance/standings.ts';
import styles from './folder-tree.module.css';
import { LibraryIcon } from './library-icon.tsx';

const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ');

/** A folder of the tree. It is a link, can be dragged, and is a drop target. */
export function FolderNode({
  folder,
  depth,
  records,
  standing,
  current,
  stop,
  open,
  onGo,
  onOpen,
  onKeyDown,
  carrying,
}: {
  folder: Folder;
  depth: number;
  records: number;
  standing: FolderStanding | undefined;
  current: boolean;
  /** Whether Tab stops at this node. */
  stop: boolean;
  /** Undefined where the folder has no subfolders. */
  open: boolean | undefined;
  onGo: () => void;
  onOpen: (open: boolean) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  carrying: Carrying;
}) {
  const { t } = useTranslation('library');
  const node = useRef<HTMLDivElement>(null);
  const { writes, accepts, put, upload, words, isCut } = carrying;
  const dragging = useDragSource(node, writes ? () => ({ kind: 'folder', folder }) : undefined, words);
  const over = useDropTarget(node, {
    accepts: (carried) => accepts(carried, folder._id),
    onPut: (carried) => put(carried, folder._id),
    onFiles: upload && ((files) => upload(files, folder._id)),
    onRest: () => open === false && onOpen(true),
  });
  return (
    <div
      ref={node}
      id={`tree-${folder._id}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={current}
      aria-expanded={open}
      tabIndex={stop ? 0 : -1}
      className={classes(
        styles.node,
        current && styles.on,
        (dragging || isCut(folder)) && drag.carried,
        over && drag.over,
      )}
      data-over={over || undefined}
      style={{ paddingLeft: 4 + depth * 14 }}
      onClick={onGo}
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the keyboard has left and right */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <span
        className={styles.twist}
        onClick={(event) => {
          event.stopPropagation();
          onOpen(!open);
        }}
      >
        {open !== undefined && (open ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />)}
      </span>
      <FolderIcon size={18} {...(standing ? { compliance: standing.colour } : {})} />
      <span className="grow ellipsis" title={folder.name}>
        {folder.name}
      </span>
      {standing?.dueSoon && (
        <IconAlertTriangle size={14} className={styles.soon} role="img" aria-label={t('common:dueSoon')} />
      )}
      {records > 0 && <span className="meta">{formatNumber(records)}</span>}
    </div>
  );
}

/** The library itself, above its folders. What is dropped on it goes to its root. */
export function LibraryNode({
  library,
  current,
  onGo,
  carrying: { accepts, put, upload },
}: {
  library: Group;
  current: boolean;
  onGo: () => void;
  carrying: Carrying;
}) {
  const node = useRef<HTMLButtonElement>(null);
  const over = useDropTarget(node, {
    accepts: (carried) => accepts(carried, null),
    onPut: (carried) => put(carried, null),
    onFiles: upload && ((files) => upload(files, null)),
  });
  return (
    <button
      ref={node}
      type="button"
      className={classes(styles.library, current && styles.on, over && drag.over)}
      data-over={over || undefined}
      aria-current={current ? 'page' : undefined}
      onClick={onGo}
    >
      <LibraryIcon size={18} />
      <b className="grow ellipsis">{library.name}</b>
    </button>
  );
}
