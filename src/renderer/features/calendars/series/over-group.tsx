import { useTranslation } from 'react-i18next';
import { PARTY_KINDS } from '#shared/contractors/party.ts';
import { useEndpoint } from '../../../api/client.ts';
import { Select } from '../../../components/inputs/select.tsx';
import { TypedSelect } from '../../../components/inputs/typed-select.tsx';
import styles from '../calendars.module.css';
import { type Form, Group } from '../obligation-groups.tsx';

/** Para quién: one obligation, or one for each contractor, worker or site of a library. */
export function OverGroup({ form }: { form: Form }) {
  const { t } = useTranslation('calendars');
  const { over, overGroup } = form.values;
  const libraries = useEndpoint('groupsByOrganization', {}, { enabled: over !== '' });
  const lists = useEndpoint(
    'parties',
    { query: { kind: over || undefined, group: overGroup ?? undefined, limit: '1' } },
    { enabled: over !== '' && overGroup !== null },
  );
  const isEmpty = lists.data?.items.length === 0;
  return (
    <Group name="over">
      <div className={styles.pair}>
        <Select
          label={t('series.over')}
          allowDeselect={false}
          data={[
            { value: '', label: t('series.kinds.none') },
            ...PARTY_KINDS.map((value) => ({ value, label: t(`series.kinds.${value}`) })),
          ]}
          {...form.field('over', over === '' ? {} : { hint: t('series.hint') })}
        />
        {over !== '' && (
          <TypedSelect
            label={t('series.library')}
            data={(libraries.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
            {...form.field('overGroup', isEmpty ? { hint: t('series.empty') } : {})}
          />
        )}
      </div>
    </Group>
  );
}
