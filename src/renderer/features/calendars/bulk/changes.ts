import type { Obligation, ObligationInput } from '#shared/calendars/calendars.schemas.ts';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import type { Change } from '../../../components/bulk/change.ts';
import { i18next } from '../../../i18n/i18n.ts';
import { bodyOf, valuesOf } from '../obligation-values.ts';

/** What is set for several obligations; what is undefined stays as it is in each. */
export interface Wanted {
  readonly responsible?: string | undefined;
  readonly backup?: string | undefined;
  readonly group?: string | undefined;
  readonly documentType?: string | undefined;
}

type Body = Omit<ObligationInput, 'recurrence'> & { recurrence: string };

/** An obligation as it is, in the form in which it is sent. */
const asItIs = (obligation: Obligation): Body => ({
  ...bodyOf(valuesOf(obligation)),
  // As it was stored: the form writes some rules in another way.
  recurrence: obligation.recurrence,
});

/** What an obligation is to be. Whoever answers for it from now on is no longer its backup, and a library has no folder of another. */
export function changed(now: Body, wanted: Wanted): Body {
  const responsible = wanted.responsible ?? now.responsible ?? null;
  const backup = wanted.backup ?? now.backup ?? null;
  const moves = wanted.group !== undefined && wanted.group !== now.group;
  return {
    ...now,
    responsible,
    backup: wanted.responsible !== undefined && backup === responsible ? null : backup,
    ...(moves ? { group: wanted.group, folder: null } : {}),
    ...(wanted.documentType === undefined ? {} : { documentType: wanted.documentType }),
  };
}

async function read(calendar: string, id: string): Promise<Obligation> {
  const { obligations } = await call('calendarGet', { params: { id: calendar } });
  const found = obligations.find(({ _id }) => _id === id);
  if (!found) throw new ApiError(404, 'not_found', i18next.t('errors.notFound'));
  return found;
}

const FIELDS = ['responsible', 'backup', 'group', 'folder', 'documentType'] as const;

/** Sets the same people, library and document type for several obligations of one calendar. */
export const setForAll = (calendar: string, wanted: Wanted): Change<Obligation> => ({
  async apply({ _id }) {
    const before = await read(calendar, _id);
    const [was, body] = [asItIs(before), changed(asItIs(before), wanted)];
    if (FIELDS.every((field) => was[field] === body[field])) return null;
    const params = { id: _id };
    const { version } = await call('obligationUpdate', {
      params,
      body: { ...body, version: before.version },
    });
    return async () => {
      if ((await read(calendar, _id)).version !== version) return false;
      await call('obligationUpdate', { params, body: { ...was, version } });
      return true;
    };
  },
});
