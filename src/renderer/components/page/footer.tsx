import { useViewportSize } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../api/client.ts';
import { catalogues } from '../../i18n/i18n.ts';
import styles from './footer.module.css';

/** Product, environment, version and screen size. */
export function Footer() {
  const { t } = useTranslation();
  const { width, height } = useViewportSize();
  // Requested once: the versions do not change while a page is open.
  const health = useEndpoint(
    'health',
    {},
    { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY },
  );
  const environment = health.data?.environment ?? import.meta.env.MODE;
  const known = catalogues.common?.environments as Record<string, string> | undefined;
  return (
    <footer className={styles.footer}>
      <span>{t('product')}</span>
      <span>{known?.[environment] ?? environment}</span>
      <span>{__APP_VERSION__}</span>
      <span>
        {width} × {height}
      </span>
    </footer>
  );
}
