import { IMPORT } from '#shared/platform/limits.ts';
import { t } from '../../texts.ts';

/** What is said of a cell with more characters than an import takes. */
export const longCell = (): string => t('tables.long', { max: IMPORT.cell });
