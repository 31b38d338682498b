import './catalogue.ts';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { type Account, userUpdate } from '#shared/people/users.schemas.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { EntityFormView } from '../../components/form-page/form-page.tsx';
import { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { Page } from '../../components/page/page.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { toast } from '../../components/toast.tsx';
import { fullName } from '../../i18n/format.ts';
import { AccessSection } from './access-section.tsx';
import { AccountSection } from './account-section.tsx';
import { fieldOf, PersonFields, REFUSALS } from './person-fields.tsx';
import { updateBody, valuesOf } from './person-values.ts';
import { usePerson } from './queries.ts';
import styles from './users.module.css';

/** One person: name, roles and account. */
export function Screen() {
  const { t } = useTranslation('users');
  const { _id = '' } = useParams();
  const query = usePerson(_id);
  const back = { to: '/users', label: t('title') };
  if (query.data) return <Editor key={_id} person={query.data} />;
  return (
    <Page title={t('edit.title')} back={back}>
      {query.isPending && <LoadingRows rows={6} height={56} />}
      {query.isError && isMissing(query.error) && (
        <>
          <p className="secondary">{t('edit.missing')}</p>
          <Button component={Link} to="/users" mt={12}>
            {t('edit.toList')}
          </Button>
        </>
      )}
      {query.isError && !isMissing(query.error) && (
        <ErrorState title={t('edit.failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Page>
  );
}

/** Unknown or deleted: the id in the URL may be anything. */
const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

function Editor({ person }: { person: Account }) {
  const { t } = useTranslation('users');
  /** The values that the fields started from, to detect what somebody else changed meanwhile. */
  const [kept, setKept] = useState(person);
  const before = valuesOf(kept);
  const form = useEntityForm({
    initial: before,
    schema: userUpdate,
    bodyOf: (values) => updateBody(before, values),
    send: async (body) => {
      setKept(await call('userUpdate', { params: { id: person._id }, body }));
      toast.success(t('edit.done'));
    },
    fieldOf,
    refusals: REFUSALS,
  });
  const { dirty, sending, reset } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: takes over the server's values while nothing is typed
  useEffect(() => {
    if (dirty || sending) return;
    setKept(person);
    reset(valuesOf(person));
  }, [person]);
  return (
    <Page title={fullName(kept)} intro={kept.email} back={{ to: '/users', label: t('title') }}>
      <EntityFormView form={form} label={t('edit.label', { name: fullName(kept) })}>
        <PersonFields form={form} />
      </EntityFormView>
      <div className={styles.account}>
        <AccountSection person={person} />
        <AccessSection person={person} />
      </div>
    </Page>
  );
}
