// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a table element, its lines are placed
import { IconDots } from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SearchItem } from '#shared/search/search.schemas.ts';
import { FileIcon } from '../../../../components/documents/file-icon.tsx';
import { hitHref } from '../../../../components/documents/hit-href.ts';
import { placeOf } from '../../../../components/documents/place.ts';
import { StatePill } from '../../../../components/documents/state-pill.tsx';
import { RowCheck } from '../../../../components/lists/row-check.tsx';
import type { Carried } from '../../carry/carried.ts';
import drag from '../../carry/drag.module.css';
import { useRecordDrag } from '../../carry/use-record-drag.ts';
import { Editing } from '../editing.tsx';
import { NoFile } from '../no-file.tsx';
import { Segments } from '../segments.tsx';
import styles from './record-grid.module.css';
import { Thumbnail } from './thumbnail.tsx';

interface Props {
  item: SearchItem;
  index: number;
  /** Counted from 1. */
  column: number;
  selected: boolean;
  /** Whether it is the one that Tab reaches. */
  stop: boolean;
  withPlace: boolean;
  onSelect: (index: number, range: boolean) => void;
  /** Opens its menu at the button. */
  onMenu: ((index: number, button: Element) => void) | undefined;
  carry: ((item: SearchItem) => Carried | undefined) | undefined;
  /** Whether it was cut and is not pasted yet. */
  carried: boolean;
}

/** One document as a card: its first page, its title and its state. The card has the focus and the keys, as a row has. */
export const RecordCard = memo(function RecordCard({
  item,
  index,
  column,
  selected,
  stop,
  withPlace,
  onSelect,
  onMenu,
  carry,
  carried,
}: Props) {
  const { t } = useTranslation('library');
  const card = useRef<HTMLDivElement>(null);
  const { dragging, handle } = useRecordDrag(card, item, carry);
  const place = placeOf(item.group, item.folder);
  return (
    <div
      ref={card}
      className={`${styles.card} ${selected ? styles.selected : ''} ${dragging || carried ? drag.carried : ''}`}
      role="gridcell"
      aria-colindex={column}
      tabIndex={stop ? 0 : -1}
      aria-selected={selected}
      data-row={index}
    >
      <Link to={hitHref(item)} className={styles.sheet} tabIndex={-1} aria-hidden="true" draggable={false}>
        <Thumbnail item={item} />
      </Link>
      <span className={styles.missing}>
        <NoFile item={item} />
      </span>
      <span className={styles.check}>
        <RowCheck
          label={t('table.select', { title: item.title })}
          checked={selected}
          stop={false}
          onToggle={(event) => onSelect(index, event.shiftKey)}
        />
      </span>
      <span className={styles.title}>
        <span className={styles.file} {...handle}>
          <FileIcon name={item.file.name} type={item.file.type} size={18} />
        </span>
        <Link to={hitHref(item)} tabIndex={-1} title={item.title} draggable={carry ? false : undefined}>
          {item.titleSegments ? <Segments segments={item.titleSegments} /> : item.title}
        </Link>
        {onMenu && (
          <button
            type="button"
            className={styles.more}
            tabIndex={-1}
            aria-haspopup="menu"
            aria-label={t('menu.of', { title: item.title })}
            onClick={({ currentTarget }) => onMenu(index, currentTarget)}
          >
            <IconDots size={17} aria-hidden="true" />
          </button>
        )}
      </span>
      <span className={styles.foot}>
        <StatePill state={item.state} />
        <Editing record={item._id} />
        <span className={`${styles.date} meta`}>{item.date}</span>
      </span>
      {withPlace && (
        <span className={`${styles.place} meta ellipsis`} title={place}>
          <bdi>{place}</bdi>
        </span>
      )}
    </div>
  );
});
