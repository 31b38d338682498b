// biome-ignore-all lint/a11y/useSemanticElements: a virtual table cannot be a table element, its rows are placed
// biome-ignore-all lint/a11y/useFocusableInteractive: heads and cells are read, not operated
import { IconDots } from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SearchItem } from '#shared/search/search.schemas.ts';
import { FileIcon } from '../../../components/documents/file-icon.tsx';
import { hitHref } from '../../../components/documents/hit-href.ts';
import { placeOf } from '../../../components/documents/place.ts';
import { StatePill } from '../../../components/documents/state-pill.tsx';
import { Tag } from '../../../components/documents/tag.tsx';
import { RowCheck } from '../../../components/lists/row-check.tsx';
import { PersonAvatar } from '../../../components/people/person-avatar.tsx';
import { placed } from '../../../hooks/rows/use-window-rows.ts';
import { formatSize, shortName } from '../../../i18n/format.ts';
import type { Carried } from '../carry/carried.ts';
import drag from '../carry/drag.module.css';
import { useRecordDrag } from '../carry/use-record-drag.ts';
import { COLUMNS, type Column } from './columns.ts';
import { Editing } from './editing.tsx';
import { NoFile } from './no-file.tsx';
import styles from './record-table.module.css';
import { Segments } from './segments.tsx';

interface Props {
  item: SearchItem;
  columns: readonly Column[];
  index: number;
  selected: boolean;
  /** Whether it is the one that Tab reaches. */
  stop: boolean;
  withPlace: boolean;
  /** Undefined where nothing can be selected. */
  onSelect: ((index: number, range: boolean) => void) | undefined;
  /** Opens its menu at the button; undefined where it has none. */
  onMenu: ((index: number, button: Element) => void) | undefined;
  carry: ((item: SearchItem) => Carried | undefined) | undefined;
  /** Whether it was cut and is not pasted yet. */
  carried: boolean;
  /** Vertical position in the list, in pixels. */
  top: number;
  height: number;
}

/**
 * One document. Its name is the largest text of the row and the last to be truncated. It is rendered again only when
 * something in it changes, because most rows stay the same while a person scrolls.
 */
export const RecordRow = memo(function RecordRow({
  item,
  columns,
  index,
  selected,
  stop,
  withPlace,
  onSelect,
  onMenu,
  carry,
  carried,
  top,
  height,
}: Props) {
  const { t } = useTranslation('library');
  const row = useRef<HTMLDivElement>(null);
  const { dragging, handle } = useRecordDrag(row, item, carry);
  const place = placeOf(item.group, item.folder);
  return (
    <div
      ref={row}
      className={`${styles.row} ${selected ? styles.selected : ''} ${dragging || carried ? drag.carried : ''}`}
      role="row"
      tabIndex={stop ? 0 : -1}
      aria-rowindex={index + 2}
      data-row={index}
      data-first={index === 0 || undefined}
      {...(onSelect ? { 'aria-selected': selected } : {})}
      style={placed(top, height)}
    >
      {onSelect && (
        <span role="gridcell">
          <RowCheck
            label={t('table.select', { title: item.title })}
            checked={selected}
            stop={false}
            onToggle={(event) => onSelect(index, event.shiftKey)}
          />
        </span>
      )}
      <span role="gridcell" className={styles.icon} {...handle}>
        <FileIcon name={item.file.name} type={item.file.type} />
      </span>
      <span role="gridcell" className={styles.name}>
        <span className={styles.titleLine}>
          <Link
            to={hitHref(item)}
            className={styles.title}
            tabIndex={-1}
            title={item.title}
            draggable={carry ? false : undefined}
          >
            {item.titleSegments ? <Segments segments={item.titleSegments} /> : item.title}
          </Link>
          {item.code && <span className={styles.code}>{item.code}</span>}
          <NoFile item={item} />
          <Editing record={item._id} />
        </span>
        {withPlace && (
          <span className={`${styles.place} ellipsis`} title={place}>
            <bdi>{place}</bdi>
          </span>
        )}
        {item.snippet && (
          <span className={styles.snippet}>
            {item.snippetPage !== undefined && `${t('table.page', { page: item.snippetPage })} · `}
            <Segments segments={item.snippet} />
          </span>
        )}
      </span>
      {COLUMNS.filter((column) => columns.includes(column)).map((column) => (
        <span key={column} role="gridcell" className={columnClass[column]}>
          <Cell column={column} item={item} />
        </span>
      ))}
      {onMenu && (
        <span role="gridcell" className={styles.more}>
          <button
            type="button"
            tabIndex={-1}
            aria-haspopup="menu"
            aria-label={t('menu.of', { title: item.title })}
            onClick={({ currentTarget }) => onMenu(index, currentTarget)}
          >
            <IconDots size={17} aria-hidden="true" />
          </button>
        </span>
      )}
    </div>
  );
});

export const columnClass: Readonly<Record<Column, string | undefined>> = {
  labels: styles.labels,
  state: styles.state,
  author: styles.author,
  documentType: `${styles.type} ellipsis`,
  size: styles.size,
  date: styles.date,
};

function Cell({ column, item }: { column: Column; item: SearchItem }) {
  switch (column) {
    case 'labels':
      return item.labels.slice(0, 2).map((label) => (
        <Tag key={label._id} title={label.name}>
          {label.name}
        </Tag>
      ));
    case 'state':
      return <StatePill state={item.state} />;
    case 'author': {
      const author = item.authors[0]?.user;
      return (
        author && (
          <>
            <PersonAvatar person={author} size={24} named />
            <span className={`${styles.authorName} ellipsis`} aria-hidden="true">
              {shortName(author)}
            </span>
          </>
        )
      );
    }
    case 'documentType':
      return item.documentType?.name;
    case 'size':
      return formatSize(item.size);
    case 'date':
      return item.date;
  }
}

/** The placeholder of a document that is being loaded. */
export function AbsentRow({ index, top, height }: { index: number; top: number; height: number }) {
  return (
    <div
      className={`${styles.row} ${styles.absent}`}
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-busy="true"
      data-row={index}
      style={placed(top, height)}
    >
      <span role="gridcell" />
    </div>
  );
}
