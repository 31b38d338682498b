import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SearchItem } from '#shared/search/search.schemas.ts';
import { FileIcon } from '../../components/documents/file-icon.tsx';
import { ListWidget } from '../../components/lists/list-widget.tsx';
import { When } from '../../components/when.tsx';
import { formatNumber } from '../../i18n/format.ts';
import styles from './record-lists.module.css';

/** A titled part of the dashboard, with its count and a link to the whole list. */
export function Block({
  title,
  count,
  to,
  all,
  children,
}: {
  title: string;
  count?: number | undefined;
  to?: string | undefined;
  /** What the link is called where its list holds other than what is counted here. */
  all?: string | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation('dashboard');
  return (
    <section className={styles.block}>
      <header>
        <h2>{title}</h2>
        {count !== undefined && <span className={styles.count}>{formatNumber(count)}</span>}
        {to && (
          <Link to={to} className={`link ${styles.all}`}>
            {all ?? (count === undefined ? t('seeEverything') : t('seeAll', { count }))}
          </Link>
        )}
      </header>
      {children}
    </section>
  );
}

/** Documents with name and date, one line each. */
export function ShortList({ items, label }: { items: readonly SearchItem[]; label: string }) {
  return (
    <ListWidget
      items={items}
      prefix="/records/view/"
      keys={['_id']}
      itemKey={(item) => item._id}
      label={label}
      dense
    >
      {(item) => (
        <>
          <FileIcon name={item.file.name} type={item.file.type} />
          <span className="grow ellipsis" title={item.title}>
            {item.title}
          </span>
          <span className="meta">
            <When value={item.updatedAt} />
          </span>
        </>
      )}
    </ListWidget>
  );
}
