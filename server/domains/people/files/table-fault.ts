import { t } from '../texts.ts';

/** Why a file cannot be read as a table of people, as a sentence for a person. */
export class TableFault extends Error {
  override readonly name = 'TableFault';
}

export const FAULTS = {
  empty: t('import.file.empty'),
  corrupt: t('import.file.corrupt'),
  encrypted: t('import.file.encrypted'),
  too_large: t('import.file.too_large'),
};
