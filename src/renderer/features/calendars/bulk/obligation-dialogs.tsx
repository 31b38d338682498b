import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Obligation } from '#shared/calendars/calendars.schemas.ts';
import { useEndpoint } from '../../../api/client.ts';
import { BulkDialog } from '../../../components/bulk/bulk-dialog.tsx';
import { FieldFailure, fieldProps } from '../../../components/inputs/field.tsx';
import { TypedSelect } from '../../../components/inputs/typed-select.tsx';
import { PersonSelect } from '../../../components/people/person-select.tsx';
import { formatNumber } from '../../../i18n/format.ts';
import { setForAll, type Wanted } from './changes.ts';

export interface AskedObligations {
  calendar: string;
  items: readonly Obligation[];
  onClose: (settled: ReadonlySet<string> | null) => void;
}

/** The state of a dialog in which what is left empty stays as it is in each obligation. */
function useAsked({ calendar, items, onClose }: AskedObligations, kind: 'people' | 'evidence') {
  const { t } = useTranslation('calendars');
  const [wanted, setWanted] = useState<Wanted>({});
  const [tried, setTried] = useState(false);
  const chosen = Object.values(wanted).some((each) => each !== undefined);
  const counted = (count: number) => ({ count, shown: formatNumber(count) });
  return {
    wanted,
    set: (field: keyof Wanted) => (value: string | null) =>
      setWanted({ ...wanted, [field]: value ?? undefined }),
    /** Said at the first field. */
    missing: tried && !chosen ? t('bulk.needed') : undefined,
    dialog: {
      items,
      onClose,
      nameOf: ({ title }: Obligation) => title,
      title: t(`bulk.${kind}.title`, counted(items.length)),
      submit: t('bulk.apply'),
      said: (done: number) => t('bulk.done', counted(done)),
      change: () => {
        setTried(true);
        return chosen ? setForAll(calendar, wanted) : undefined;
      },
    },
  };
}

/** Gives several obligations to somebody, and to a backup. */
export function PeopleDialog(asked: AskedObligations) {
  const { t } = useTranslation('calendars');
  const { wanted, set, missing, dialog } = useAsked(asked, 'people');
  return (
    <BulkDialog {...dialog}>
      <PersonSelect
        label={t('fields.responsible')}
        placeholder={t('bulk.asItIs')}
        value={wanted.responsible ?? null}
        onChange={set('responsible')}
        error={missing}
      />
      <PersonSelect
        label={t('fields.backup')}
        placeholder={t('bulk.asItIs')}
        value={wanted.backup ?? null}
        onChange={set('backup')}
      />
      <p className="meta">{t('bulk.people.hint')}</p>
    </BulkDialog>
  );
}

/** Says for several obligations where their documents are, and of which type. */
export function EvidenceDialog(asked: AskedObligations) {
  const { t } = useTranslation('calendars');
  const { wanted, set, missing, dialog } = useAsked(asked, 'evidence');
  const types = useEndpoint('documentTypes', {});
  const libraries = useEndpoint('groupsByOrganization', {});
  const failed = [libraries, types].filter(({ isError }) => isError);
  return (
    <BulkDialog {...dialog}>
      <TypedSelect
        label={t('fields.group')}
        placeholder={t('bulk.asItIs')}
        clearable
        data={(libraries.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
        value={wanted.group ?? null}
        onChange={set('group')}
        {...fieldProps({ error: missing })}
      />
      <TypedSelect
        label={t('fields.documentType')}
        placeholder={t('bulk.asItIs')}
        clearable
        data={(types.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
        value={wanted.documentType ?? null}
        onChange={set('documentType')}
      />
      {failed.length > 0 && (
        <p>
          <FieldFailure
            text={t('bulk.evidence.failed')}
            onRetry={() => failed.forEach((query) => void query.refetch())}
          />
        </p>
      )}
      <p className="meta">{t('bulk.evidence.hint')}</p>
    </BulkDialog>
  );
}
