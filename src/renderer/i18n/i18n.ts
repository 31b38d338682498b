import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import common from './es.json' with { type: 'json' };

type Catalogue = Record<string, unknown>;

/**
 * Catalogues by namespace: `common`, `app`, and one per feature under the name of its folder; a part of a screen that is loaded
 * later has one of its own. These add their own (`catalogue.ts`), so that the texts of a screen are loaded with it.
 */
export const catalogues: Record<string, Catalogue> = { common };

const strict = import.meta.env.MODE === 'test';

void i18next.use(initReactI18next).init({
  lng: 'es',
  fallbackLng: false,
  supportedLngs: ['es'],
  resources: { es: catalogues },
  defaultNS: 'common',
  fallbackNS: 'common',
  interpolation: { escapeValue: false },
  // A text that is missing is a bug, not something to show: tests stop at it.
  saveMissing: strict,
  missingKeyHandler: strict
    ? (_languages, namespace, key) => {
        throw new Error(`no text for ${namespace}:${key}`);
      }
    : false,
});

/** Adds a feature's texts. Called by its `catalogue.ts`, which all that is loaded first of a feature imports. */
export function addTexts(namespace: string, texts: Catalogue): void {
  catalogues[namespace] = texts;
  i18next.addResourceBundle('es', namespace, texts);
}

/** Whether the texts of a key's namespace are loaded: those of a screen come with it. */
export const hasTexts = (key: string): boolean => (key.split(':')[0] ?? '') in catalogues;

export { i18next };
