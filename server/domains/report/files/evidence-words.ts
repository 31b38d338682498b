import type { OccurrenceEvidence, ReportEvidence } from '#shared/report/report.schemas.ts';
import { t } from '../texts.ts';

/** A document that shows something, with what identifies its bytes. */
export function documentWords({ record, number, sha256 }: ReportEvidence): string {
  const title = t('evidence.title', { title: record.title });
  const hash = sha256 ?? '—';
  return number === null
    ? t('evidence.noNumber', { title, sha256: hash })
    : t('evidence.one', { title, number, sha256: hash });
}

/** The evidence of a due day, one document in a line. What the reader does not see is only counted. */
export const evidenceWords = (evidence: OccurrenceEvidence | undefined): string =>
  evidence === undefined
    ? ''
    : [
        ...evidence.shown.map(documentWords),
        ...(evidence.hidden > 0 ? [t('evidence.hidden', { count: evidence.hidden })] : []),
      ].join('\n');
