import { Button } from '@mantine/core';
import { IconAlertTriangle, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ApiError, errorMessage, isMangledAddress, supportCode } from '../../api/errors.ts';
import { useDelayed } from '../../hooks/use-delayed.ts';
import styles from './screen-states.module.css';

/** An empty state: what will be here, and the first action. Left-aligned in lists; `page` centres it on a page. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  page = false,
}: {
  icon: TablerIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  page?: boolean;
}) {
  const Heading = page ? 'h1' : 'p';
  return (
    <div className={`${styles.state} ${page ? styles.page : ''}`}>
      <Icon size={32} aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>
        <Heading className={styles.title}>{title}</Heading>
        {children && <p className={styles.body}>{children}</p>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  );
}

/** Whether asking again cannot help: what was asked for is not there, or not for this person. */
const isClosed = (error: unknown): boolean =>
  (error instanceof ApiError && [403, 404].includes(error.status)) || isMangledAddress(error);

/** An error where it happened, with one way out: to try again, or elsewhere where that cannot help. */
export function ErrorState({
  error,
  title,
  onRetry,
  page = false,
}: {
  error: unknown;
  title?: string;
  onRetry?: () => void;
  page?: boolean;
}) {
  const { t } = useTranslation();
  const Heading = page ? 'h1' : 'p';
  const code = supportCode(error);
  return (
    <div className={`${styles.state} ${page ? styles.page : ''}`} role="alert">
      <IconAlertTriangle size={page ? 32 : 20} aria-hidden="true" className={styles.failed} />
      <div className={styles.text}>
        <Heading className={styles.title}>{title ?? t('errors.title')}</Heading>
        <p className={styles.body}>{isMangledAddress(error) ? t('errors.address') : errorMessage(error)}</p>
        {code && <p className={styles.code}>{t('errors.code', { code })}</p>}
        {onRetry && (
          <div className={styles.action}>
            {isClosed(error) ? (
              <Button component={Link} to="/records/search">
                {t('errors.elsewhere')}
              </Button>
            ) : (
              <Button onClick={onRetry}>{t('retry')}</Button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

/** A placeholder bar for a text that is loading; sizes are CSS lengths. */
export function Bar({
  width,
  height,
  yielding = false,
}: {
  width: string | number;
  height?: number;
  /** Shrinks where there is little room. */
  yielding?: boolean;
}) {
  const flex = yielding ? '0 1 auto' : undefined;
  return <span className={styles.bar} style={{ width, height, flex }} />;
}

/**
 * Placeholder of a whole screen: its title for screen readers, and its shape, which appears after 150 ms like the bars.
 * The bars say that it is loading.
 */
export function LoadingScreen({ title, children }: { title: string; children: ReactNode }) {
  const shown = useDelayed(150);
  return (
    <div aria-busy="true">
      <h1 className="visually-hidden">{title}</h1>
      {shown && children}
    </div>
  );
}

/** Bars as high as the real rows, after 150 ms: a quick answer shows none, and nothing moves when it arrives. */
export function LoadingRows({ rows = 6, height = 38 }: { rows?: number; height?: number }) {
  const { t } = useTranslation();
  const shown = useDelayed(150);
  return (
    <div role="status" aria-label={t('loading')} aria-busy="true" style={{ minHeight: rows * height }}>
      {shown &&
        Array.from({ length: rows }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike and never move
          <div key={at} className={styles.row} style={{ height }}>
            <Bar width={20} />
            <Bar width={`${34 + ((at * 17) % 30)}%`} yielding />
            <Bar width="min(84px, 18%)" />
          </div>
        ))}
    </div>
  );
}
