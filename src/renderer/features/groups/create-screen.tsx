import './catalogue.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { libraryCreate } from '#shared/libraries/groups.schemas.ts';
import { call } from '../../api/client.ts';
import { EntityFormView, FormSection } from '../../components/form-page/form-page.tsx';
import { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { Page } from '../../components/page/page.tsx';
import { toast } from '../../components/toast.tsx';
import { NEW_LIBRARY } from './form.ts';
import { LibraryFields } from './library-form.tsx';
import { MembersMatrix } from './matrix/members-matrix.tsx';

/** Creates a library with its members in one call. */
export function Screen() {
  const { t } = useTranslation('groups');
  const navigate = useNavigate();
  const [made, setMade] = useState(false);
  const form = useEntityForm({
    initial: NEW_LIBRARY,
    schema: libraryCreate,
    bodyOf: ({ members, ...values }) => ({
      ...values,
      members: members.map(({ user, roles }) => ({ user: user._id, roles })),
    }),
    send: async (body) => {
      const library = await call('groupCreate', { body });
      setMade(true);
      toast.success(t('create.done', { name: library.name }));
      // Navigates only after this was rendered: until then the form would still ask about unsaved changes.
      setTimeout(() => void navigate(`/groups/edit/${library._id}`, { replace: true }));
    },
    refusals: { library_taken: 'name', label_not_assignable: 'defaultLabels' },
  });
  return (
    <Page title={t('create.title')} intro={t('create.intro')} back={{ to: '/groups', label: t('title') }}>
      <EntityFormView
        form={{ ...form, dirty: form.dirty && !made }}
        label={t('create.title')}
        save={t('create.confirm')}
        always
        onCancel={() => void navigate('/groups')}
      >
        <div data-tour="groups-form">
          <LibraryFields form={form} />
        </div>
        <FormSection title={t('matrix.title')} intro={t('matrix.intro')} wide>
          <MembersMatrix
            members={form.values.members}
            base={NEW_LIBRARY.members}
            onChange={(members) => form.set({ members })}
          />
        </FormSection>
      </EntityFormView>
    </Page>
  );
}
