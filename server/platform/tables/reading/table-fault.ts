import { t } from '../../texts.ts';

/** Why a file cannot be read as a table, as a sentence for a person. */
export class TableFault extends Error {
  override readonly name = 'TableFault';
}

export const FAULTS = {
  empty: t('tables.file.empty'),
  corrupt: t('tables.file.corrupt'),
  quotes: t('tables.file.quotes'),
  encrypted: t('tables.file.encrypted'),
  too_large: t('tables.file.too_large'),
};
