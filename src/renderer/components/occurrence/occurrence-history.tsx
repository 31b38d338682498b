import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryItem } from '#shared/calendars/calendars.schemas.ts';
import { fullName } from '../../i18n/format.ts';
import { PersonAvatar } from '../people/person-avatar.tsx';
import { When } from '../when.tsx';
import styles from './occurrence.module.css';
import './catalogue.ts';

/** How many events are shown before somebody asks for all. */
const FIRST = 4;

/** Who did what to a due day, newest first. */
export function OccurrenceHistory({
  items,
  note,
}: {
  items: readonly HistoryItem[];
  /** What the sheet says above: it is not said twice. */
  note: string;
}) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  if (items.length === 0) return null;
  const shown = all ? items : items.slice(0, FIRST);
  return (
    <section aria-label={t('occurrence:history.title')}>
      <h4>{t('occurrence:history.title')}</h4>
      <ol className={styles.history}>
        {shown.map((item) => (
          <Row key={item._id} item={item.note === note ? { ...item, note: '' } : item} />
        ))}
      </ol>
      {shown.length < items.length && (
        <Button size="compact-sm" variant="subtle" onClick={() => setAll(true)}>
          {t('occurrence:history.all', { count: items.length - shown.length })}
        </Button>
      )}
    </section>
  );
}

function Row({ item }: { item: HistoryItem }) {
  const { t } = useTranslation();
  const { kind, by, at, record, note, responsible } = item;
  const about = kind === 'link' || kind === 'unlink' || kind === 'gone' || kind === 'back';
  const said = () => {
    if (kind === 'people' && !responsible) return t('occurrence:history.nobody');
    if (about && !record) return t(`occurrence:history.unnamed.${kind}`);
    const name = responsible && fullName(responsible);
    return t(`occurrence:history.kinds.${kind}`, { title: record?.title, name });
  };
  const happened = kind === 'gone' || kind === 'back';
  return (
    <li>
      {by ? <PersonAvatar person={by} size={22} /> : <span className={styles.server} aria-hidden="true" />}
      <div className="grow">
        <p>
          {!happened && <b>{by ? fullName(by) : t('occurrence:history.server')}</b>} {said()}
        </p>
        {note && <p className={styles.said}>{note}</p>}
        <p className="meta">
          <When value={at} />
        </p>
      </div>
    </li>
  );
}
