import i18next from 'i18next';
import es from './es.json' with { type: 'json' };

void i18next.init({
  lng: 'es',
  fallbackLng: false,
  resources: { es: { main: es } },
  defaultNS: 'main',
  initAsync: false,
  interpolation: { escapeValue: false },
});

/** A sentence of the main process's own catalogue: tray, menus, dialogs, native notices, errors. */
export const t = (key: string, values?: Record<string, unknown>): string => i18next.t(key, values ?? {});

/** The sentence of an error code; the general one where the catalogue does not know it. */
export const errorSentence = (code: string): string =>
  i18next.exists(`errors.${code}`) ? t(`errors.${code}`) : t('errors.internal');
