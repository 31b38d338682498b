import { i18next } from '../../i18n/i18n.ts';

/**
 * What a list of choices says where none matches. That nothing matches is true only of choices that have come: until then
 * they are loading, and where they could not be loaded the field's error says it.
 */
export function nothingFound(
  query: { readonly isSuccess: boolean; readonly isPending: boolean },
  text: string,
): string | undefined {
  if (query.isSuccess) return text;
  return query.isPending ? i18next.t('common:loading') : undefined;
}
