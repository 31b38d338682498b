import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Record } from '#shared/documents/records.schemas.ts';
import { TITLE } from '#shared/platform/limits.ts';
import { call, endpointQuery } from '../../../api/client.ts';
import { ApiError, errorMessage, fieldErrors } from '../../../api/errors.ts';
import { toast } from '../../../components/toast.tsx';
import { useUnsent } from '../../../hooks/unsent.ts';
import { decide, type Editing, rebase, startEditing } from './rebase.ts';
import { changedFields, type Sheet, sheetOf, updateOf } from './sheet.ts';

/** What was edited and not saved, and the `rev` that it is about: it is there again where a session ended meanwhile. */
interface Kept {
  readonly editing: Editing;
  readonly rev: number;
}

/** The sheet of a document that was edited and not saved. */
export const useKeptSheet = (record: string) => useUnsent<Kept | undefined>(`sheet of ${record}`, undefined);

/**
 * The state of the sheet's form: values, errors, and how to save. When somebody else saves the sheet meanwhile (learnt
 * by realtime or from a refused save), the edit is rebased on theirs.
 */
export function useSheet(record: Record) {
  const { t } = useTranslation('records');
  const client = useQueryClient();
  const kept = useKeptSheet(record._id);
  const [editing, setEditing] = useState(() => kept.value?.editing ?? startEditing(sheetOf(record)));
  const [rev, setRev] = useState(kept.value?.rev ?? record.rev);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  // The sheet from the person's own save may be newer than the fetched one: a record's rev only grows.
  if (record.rev > rev) {
    // Adjusted while rendering, so that no frame combines one sheet's values with another one's `rev`.
    setRev(record.rev);
    setEditing((now) => rebase(now, sheetOf(record)));
  }
  const { base, mine: sheet, disputed } = editing;
  const fields = changedFields(base, sheet);
  const changed = fields.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `kept` is a new one each time, and does the same
  useEffect(() => kept.set(changed ? { editing, rev } : undefined), [editing, rev, changed]);
  const errors = { ...fieldErrors(failure), ...ownErrors(sheet, t) };

  const show = (current: Record): void =>
    void client.setQueryData(endpointQuery('recordById', { params: { id: record._id } }).queryKey, current);

  /** After a save the server's values are the new base; what was typed since then stays. */
  const settle = (kept: Record, done: readonly (keyof Sheet)[]): void => {
    setRev(kept.rev);
    setEditing((now) => {
      const sent = { ...now.base };
      for (const field of done) Object.assign(sent, { [field]: sheet[field] });
      return rebase({ ...now, base: sent }, sheetOf(kept));
    });
    show(kept);
  };

  async function save(): Promise<void> {
    setSaving(true);
    setFailure(undefined);
    try {
      const params = { id: record._id };
      const meta = updateOf(sheet, fields, rev);
      let at = rev;
      if (Object.keys(meta).length > 1) {
        const kept = await call('recordUpdate', { params, body: meta });
        at = kept.rev;
        settle(
          kept,
          fields.filter((field) => field !== 'authors'),
        );
      }
      if (fields.includes('authors')) {
        const kept = await call('recordAuthors', { params, body: { authors: sheet.authors, rev: at } });
        settle(kept, ['authors']);
      }
      toast.success(t('info.saved'));
    } catch (error) {
      const current = lostTo(error);
      if (current) show(current);
      setFailure(error);
    } finally {
      setSaving(false);
    }
  }

  const lost = lostTo(failure) !== undefined;
  return {
    sheet,
    /** The values that other people saved, for the fields in conflict. */
    theirs: base,
    disputed,
    /** Somebody else saved first and there is no conflict: the person looks once and saves again. */
    overtaken: lost && disputed.length === 0,
    decide: (field: keyof Sheet, whose: 'mine' | 'theirs'): void =>
      setEditing((now) => decide(now, field, whose)),
    set: <F extends keyof Sheet>(field: F, value: Sheet[F]): void =>
      setEditing((now) => ({ ...now, mine: { ...now.mine, [field]: value } })),
    reset: () => {
      setEditing((now) => startEditing(now.base));
      setFailure(undefined);
    },
    changes: fields.length,
    invalid: Object.keys(ownErrors(sheet, t)).length > 0,
    errors,
    /** The sentence of an error that belongs to no field. */
    failure:
      failure !== undefined && !lost && Object.keys(fieldErrors(failure)).length === 0
        ? errorMessage(failure)
        : undefined,
    saving,
    save,
  };
}

/** The current sheet of a refused save. */
const lostTo = (error: unknown): Record | undefined =>
  error instanceof ApiError && error.code === 'rev_changed'
    ? (error.details as { current?: Record } | undefined)?.current
    : undefined;

function ownErrors(sheet: Sheet, t: TFunction<'records'>): { [field: string]: string } {
  const length = sheet.title.trim().length;
  const errors: { [field: string]: string } = {};
  if (length < TITLE.min || length > TITLE.max) errors.title = t('info.titleLength', TITLE);
  if (sheet.authors.length === 0) errors.authors = t('info.noAuthors');
  if (sheet.date === '') errors.date = t('info.noDate');
  return errors;
}
