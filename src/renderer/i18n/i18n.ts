import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import common from './es.json' with { type: 'json' };

type Catalogue = Record<string, unknown>;

/** Every feature's `es.json`, found by its place: a feature that brings one needs no line here. */
const features = import.meta.glob<Catalogue>('../features/*/es.json', { eager: true, import: 'default' });
const rooms = import.meta.glob<Catalogue>('../app/es.json', { eager: true, import: 'default' });

const namespaceOf = (path: string): string => path.split('/').at(-2) ?? path;

/** All catalogues by namespace: `common`, `app`, and one per feature under the name of its folder. */
export const catalogues: Readonly<Record<string, Catalogue>> = {
  common,
  ...Object.fromEntries(
    [...Object.entries(rooms), ...Object.entries(features)].map(([path, catalogue]) => [
      namespaceOf(path),
      catalogue,
    ]),
  ),
};

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

export { i18next };
