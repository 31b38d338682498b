import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Footer } from './footer.tsx';
import { Logo } from './logo.tsx';
import styles from './open-sheet.module.css';

/** The page of a screen that asks one thing and needs no session, such as the target of a link in a mail. */
export function OpenSheet({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <main className={styles.sheet}>
        <p className={styles.brand}>
          <Logo size={28} />
          <b>{t('product')}</b>
        </p>
        {children}
      </main>
      <Footer />
    </div>
  );
}
