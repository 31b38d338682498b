import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TITLE } from '#shared/domain/limits.ts';
import type { Record } from '#shared/schemas/record.ts';
import { call, endpointQuery } from '../../../api/client.ts';
import { ApiError, errorMessage, fieldErrors } from '../../../api/errors.ts';
import { toast } from '../../../components/toast.tsx';
import { changedFields, type Sheet, sheetOf, updateOf } from './sheet.ts';

/** The sheet being edited: its values, what is wrong with them, and how they are kept. */
export function useSheet(record: Record) {
  const { t } = useTranslation('records');
  const client = useQueryClient();
  const [before] = useState(() => sheetOf(record));
  const [sheet, setSheet] = useState(before);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const fields = changedFields(before, sheet);
  const errors = { ...fieldErrors(failure), ...ownErrors(sheet, t) };

  async function save(rev = record.rev): Promise<void> {
    setSaving(true);
    setFailure(undefined);
    try {
      let kept: Record = record;
      const params = { id: record._id };
      const meta = updateOf(sheet, fields, rev);
      if (Object.keys(meta).length > 1) kept = await call('recordUpdate', { params, body: meta });
      if (fields.includes('authors')) {
        const body = { authors: sheet.authors, rev: Object.keys(meta).length > 1 ? kept.rev : rev };
        kept = await call('recordAuthors', { params, body });
      }
      client.setQueryData(endpointQuery('recordById', { params }).queryKey, kept);
      toast.success(t('info.saved'));
    } catch (error) {
      setFailure(error);
    } finally {
      setSaving(false);
    }
  }

  const lost = failure instanceof ApiError && failure.code === 'rev_changed' ? failure : undefined;
  return {
    sheet,
    set: <F extends keyof Sheet>(field: F, value: Sheet[F]): void =>
      setSheet((now) => ({ ...now, [field]: value })),
    reset: () => {
      setSheet(before);
      setFailure(undefined);
    },
    changes: fields.length,
    invalid: Object.keys(ownErrors(sheet, t)).length > 0,
    errors,
    /** A sentence for what is no field's fault. */
    failure:
      failure !== undefined && Object.keys(fieldErrors(failure)).length === 0
        ? errorMessage(failure)
        : undefined,
    saving,
    save: () => save(),
    /** Somebody else was quicker: keep one's own on top of theirs, once one knows. */
    saveOver: lost ? () => save((lost.details as { current: { rev: number } }).current.rev) : undefined,
  };
}

function ownErrors(sheet: Sheet, t: TFunction<'records'>): { [field: string]: string } {
  const length = sheet.title.trim().length;
  const errors: { [field: string]: string } = {};
  if (length < TITLE.min || length > TITLE.max) errors.title = t('info.titleLength', TITLE);
  if (sheet.authors.length === 0) errors.authors = t('info.noAuthors');
  if (sheet.date === '') errors.date = t('info.noDate');
  return errors;
}
