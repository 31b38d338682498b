import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Folder } from '#shared/documents/folders.schemas.ts';
import { placeHref } from '#shared/platform/hrefs.ts';
import { COUNT_EXACT_MAX } from '#shared/platform/limits.ts';
import { DueSoon } from '../../../components/compliance/compliance-badge.tsx';
import { FolderIcon } from '../../../components/compliance/folder-icon.tsx';
import { formatCount } from '../../../i18n/format.ts';
import type { Carrying } from '../carry/carrying.ts';
import { commandOf } from '../carry/clipboard.ts';
import drag from '../carry/drag.module.css';
import { useDragSource } from '../carry/use-drag.ts';
import { useDropTarget } from '../carry/use-drop-target.ts';
import type { FolderStanding } from '../compliance/standings.ts';

/** A subfolder in the list of the open folder. It is a link, can be dragged, and is a drop target. */
export function FolderCard({
  folder,
  records,
  standing,
  carrying,
}: {
  folder: Folder;
  records: number;
  standing: FolderStanding | undefined;
  carrying: Carrying;
}) {
  const { t } = useTranslation('library');
  const card = useRef<HTMLAnchorElement>(null);
  const { writes, accepts, put, upload, words, isCut } = carrying;
  const dragging = useDragSource(card, writes ? () => ({ kind: 'folder', folder }) : undefined, words);
  const over = useDropTarget(card, {
    accepts: (carried) => accepts(carried, folder._id),
    onPut: (carried) => put(carried, folder._id),
    onFiles: upload && ((files) => upload(files, folder._id)),
  });
  const look = over ? drag.over : dragging || isCut(folder) ? drag.carried : undefined;
  return (
    <Link
      ref={card}
      to={placeHref(folder.group, folder._id)}
      className={look}
      data-over={over || undefined}
      onKeyDown={(event) => {
        const command = commandOf(event);
        if (!command) return;
        event.preventDefault();
        event.stopPropagation();
        carrying[command](folder);
      }}
    >
      <FolderIcon {...(standing ? { compliance: standing.colour } : {})} />
      <span className="grow">
        <b className="ellipsis">{folder.name}</b>
        <small>
          {t('index.count', { count: records, shown: formatCount(records, COUNT_EXACT_MAX) })}
          {standing && ` · ${t(`common:compliance.${standing.colour}`)}`}
        </small>
        {standing?.dueSoon && <DueSoon />}
      </span>
    </Link>
  );
}
