import './catalogue.ts';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page/page.tsx';
import { desktop, serverUrl } from '../../platform/platform.ts';
import styles from './help.module.css';
import { Prose } from './markdown.tsx';
import { textOf } from './texts.ts';
import { useArticles } from './use-articles.ts';

/** How to set Legajo up on this computer, in the browser and beside other calendars, and which versions are running. */
export function Screen() {
  const { t } = useTranslation('help');
  const articles = useArticles().filter(({ section }) => section === 'config');
  return (
    <Page title={t('config.title')} intro={t('config.intro')}>
      <dl className={styles.facts} data-tour="help-here">
        <dt>{t('config.program')}</dt>
        <dd>{desktop ? t('config.desktop') : t('config.browser')}</dd>
        <dt>{t('config.version')}</dt>
        <dd>{__APP_VERSION__}</dd>
        <dt>{t('config.address')}</dt>
        <dd>{serverUrl() || window.location.origin}</dd>
      </dl>
      {articles.map(({ id, title }) => (
        <section key={id} id={id} className={styles.topic}>
          <h2>{title}</h2>
          <Prose text={textOf(id)} />
        </section>
      ))}
    </Page>
  );
}
