import type { OccurrenceSheet } from '#shared/calendars/calendars.schemas.ts';

/** Where the documents of a due day belong: its library, and its folder there. */
export const placeWords = ({ library, folder }: Pick<OccurrenceSheet, 'library' | 'folder'>): string =>
  [library?.name, folder?.name].filter(Boolean).join(' / ');
