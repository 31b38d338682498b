import './catalogue.ts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { userCreate } from '#shared/people/users.schemas.ts';
import { call } from '../../api/client.ts';
import { EntityFormView } from '../../components/form-page/form-page.tsx';
import { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { Page } from '../../components/page/page.tsx';
import { toast } from '../../components/toast.tsx';
import { fieldOf, PersonFields, REFUSALS } from './person-fields.tsx';
import { createBody, NOBODY } from './person-values.ts';

/** Creates a person. They receive a mail with a temporary password. */
export function Screen() {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const form = useEntityForm({
    initial: NOBODY,
    schema: userCreate,
    bodyOf: createBody,
    send: async (body) => {
      const made = await call('userCreate', { body });
      toast.success(t('create.done', { email: made.email }));
      // Navigates after the form counts as saved; otherwise it would ask about unsaved changes.
      setTimeout(() => navigate('/users'));
    },
    fieldOf,
    refusals: REFUSALS,
  });
  return (
    <Page title={t('create.title')} intro={t('create.intro')} back={{ to: '/users', label: t('title') }}>
      <EntityFormView
        form={form}
        label={t('create.title')}
        save={t('create.save')}
        always
        onCancel={() => navigate('/users')}
      >
        <PersonFields form={form} />
      </EntityFormView>
    </Page>
  );
}
