import { createTexts } from '#shared/platform/texts/create-texts.ts';
import es from './es.json' with { type: 'json' };

/** The main process's own texts: tray, menus, dialogs, native notices, errors. */
export const t = createTexts(es);

const errors: Readonly<Record<string, string>> = es.errors;

/** The sentence of an error code; the general one where the catalogue does not know it. */
export const errorSentence = (code: string): string =>
  Object.hasOwn(errors, code) ? (errors[code] ?? '') : t('errors.internal');
