import '../catalogue.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconCloudOff, IconSearch, IconUserQuestion, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { errorMessage } from '../../../api/errors.ts';
import { TypedFilter } from '../../../components/inputs/typed-filter.tsx';
import { Page } from '../../../components/page/page.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { useTitle } from '../../../hooks/use-title.ts';
import { formatNumber, formatTime } from '../../../i18n/format.ts';
import { EntrantRow, reasonsOf } from './entrant-row.tsx';
import styles from './gate.module.css';
import { shownLight } from './stale.ts';
import { useGate } from './use-gate.ts';

/** "¿Puede entrar?", for whoever stands at a site's gate with a phone. */
export function Screen() {
  const { t } = useTranslation('contractors');
  const { _id = '' } = useParams();
  const [text, setText] = useState('');
  const gate = useGate(_id, text);
  const { query, items, askedAt, stale } = gate;
  const [name, setName] = useState<string>();
  // Another search begins with no answer, and stands at the same gate.
  if (gate.site && gate.site.name !== name) setName(gate.site.name);
  useTitle(name ? `${t('gate.title')} · ${name}` : t('gate.title'));
  const answered = askedAt !== undefined;
  return (
    <Page
      title={t('gate.title')}
      intro={name}
      back={{ to: `/contractors/${_id}`, label: name ?? t('kinds.site') }}
    >
      <TypedFilter
        size="xl"
        leftSection={<IconSearch size={26} aria-hidden="true" />}
        className={styles.search}
        aria-label={t('gate.search')}
        placeholder={t('gate.search')}
        data-tour="gate-search"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={80}
        clearWith={(clear) => (
          <ActionIcon size="lg" variant="subtle" aria-label={t('filters.clearText')} onClick={clear}>
            <IconX size={22} aria-hidden="true" />
          </ActionIcon>
        )}
        value={text}
        onTyped={setText}
      />
      {answered &&
        (stale ? (
          <div className={styles.stale} role="alert">
            <IconCloudOff size={22} aria-hidden="true" />
            <span className={`grow ${styles.says}`}>
              <b>{t('gate.stale', { time: formatTime(askedAt) })}</b>
              {query.isError && <span>{errorMessage(query.error)}</span>}
            </span>
            <Button loading={query.isFetching} onClick={() => void query.refetch()}>
              {t('gate.again')}
            </Button>
          </div>
        ) : (
          <p className={styles.fresh}>{t('gate.fresh', { time: formatTime(askedAt) })}</p>
        ))}
      <Announced gate={gate} text={text} />
      {query.isPending && <LoadingRows rows={4} height={96} />}
      {query.isError && !answered && (
        <ErrorState title={t('gate.failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {answered && !stale && items.length === 0 && (
        <EmptyState
          icon={IconUserQuestion}
          title={text ? t('gate.nobody', { text }) : t('gate.empty')}
          action={
            !text && (
              <Button component={Link} to={`/contractors/${_id}`}>
                {t('gate.toSite')}
              </Button>
            )
          }
        >
          {t(text ? 'gate.nobodyBody' : 'gate.emptyBody')}
        </EmptyState>
      )}
      {items.length > 0 && (
        <ul className={styles.list} aria-label={t('gate.list')} data-tour="gate-list">
          {items.map((entrant) => (
            <EntrantRow key={entrant.worker._id} entrant={entrant} stale={stale} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button mt={12} loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </Page>
  );
}

/** What a screen reader says of an answer: one person in full, several as numbers. */
function Announced({ gate, text }: { gate: ReturnType<typeof useGate>; text: string }) {
  const { t } = useTranslation('contractors');
  const { items, stale, askedAt } = gate;
  const [only] = items;
  const says = (): string => {
    // That nothing is up to date is an alert already.
    if (askedAt === undefined || stale) return '';
    if (!only) return text ? t('gate.nobody', { text }) : t('gate.empty');
    if (items.length === 1) {
      const word = t(`gate.lights.${shownLight(only.light, stale)}`);
      return [`${only.worker.name}: ${word}.`, ...reasonsOf(t, only)].join(' ');
    }
    const count = (light: string): string =>
      formatNumber(items.filter((entrant) => entrant.light === light).length);
    return t(gate.query.hasNextPage ? 'gate.countsFirst' : 'gate.counts', {
      count: items.length,
      shown: formatNumber(items.length),
      yes: count('yes'),
      no: count('no'),
      unknown: count('unknown'),
    });
  };
  return (
    <p className="visually-hidden" role="status">
      {says()}
    </p>
  );
}
