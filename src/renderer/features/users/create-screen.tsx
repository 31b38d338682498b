import './catalogue.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Account } from '#shared/people/users.schemas.ts';
import { userCreate } from '#shared/people/users.schemas.ts';
import { call } from '../../api/client.ts';
import { EntityFormView } from '../../components/form-page/form-page.tsx';
import { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { NoMailNotice, useMailLeaves } from '../../components/no-mail/no-mail.tsx';
import { Page } from '../../components/page/page.tsx';
import { CreatedPerson } from './created-person.tsx';
import { fieldOf, PersonFields, REFUSALS } from './person-fields.tsx';
import { createBody, NOBODY } from './person-values.ts';

/** Creates a person, who receives a mail with a temporary password, or an access link from who invites them. */
export function Screen() {
  const { t } = useTranslation('users');
  const [made, setMade] = useState<Account>();
  const mailed = useMailLeaves();
  return (
    <Page
      title={t('create.title')}
      intro={made ? undefined : t(mailed ? 'create.intro' : 'create.introNoMail')}
      back={{ to: '/users', label: t('title') }}
    >
      <NoMailNotice />
      {made ? (
        <CreatedPerson person={made} onNext={() => setMade(undefined)} />
      ) : (
        <CreateForm onMade={setMade} />
      )}
    </Page>
  );
}

function CreateForm({ onMade }: { onMade: (person: Account) => void }) {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const mailed = useMailLeaves();
  const form = useEntityForm({
    initial: NOBODY,
    schema: userCreate,
    bodyOf: createBody,
    send: async (body) => {
      const made = await call('userCreate', { body });
      // After the form counts as saved.
      setTimeout(() => onMade(made));
    },
    fieldOf,
    refusals: REFUSALS,
  });
  return (
    <EntityFormView
      form={form}
      label={t('create.title')}
      save={t(mailed ? 'create.save' : 'create.saveNoMail')}
      always
      onCancel={() => navigate('/users')}
    >
      <PersonFields form={form} />
    </EntityFormView>
  );
}
