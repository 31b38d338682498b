import './catalogue.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { departmentCreate } from '#shared/organization/departments.schemas.ts';
import { call, useEndpoint } from '../../api/client.ts';
import { EntityFormView } from '../../components/form-page/form-page.tsx';
import { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { Page } from '../../components/page/page.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { toast } from '../../components/toast.tsx';
import { DepartmentFields, type DepartmentValues } from './department-fields.tsx';
import { type Place, placesFor, treeOf } from './tree.ts';

const LIST = '/organizations/departments';

/** Creates a department, below another one if the link names it. */
export function Screen() {
  const { t } = useTranslation('departments');
  const query = useEndpoint('departments', {});
  return (
    <Page title={t('create.title')} back={{ to: LIST, label: t('title') }}>
      {query.isPending && <LoadingRows rows={4} height={64} />}
      {query.isError && (
        <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && <CreateForm places={placesFor(treeOf(query.data), undefined)} />}
    </Page>
  );
}

function CreateForm({ places }: { places: readonly Place[] }) {
  const { t } = useTranslation('departments');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [made, setMade] = useState(false);
  const asked = params.get('parent');
  const initial: DepartmentValues = {
    name: '',
    parent: places.some(({ value }) => value === asked) ? asked : null,
    head: null,
  };
  const form = useEntityForm({
    initial,
    schema: departmentCreate,
    bodyOf: (values) => values,
    send: async (body) => {
      const department = await call('departmentCreate', { body });
      setMade(true);
      toast.success(t('create.done', { name: department.name }));
      // Navigates only after this was rendered: until then the form would still ask about unsaved changes.
      setTimeout(() => void navigate(LIST, { replace: true }));
    },
    refusals: { department_taken: 'name' },
  });
  return (
    <EntityFormView
      form={{ ...form, dirty: form.dirty && !made }}
      label={t('create.title')}
      save={t('create.confirm')}
      always
      onCancel={() => void navigate(LIST)}
    >
      <div data-tour="departments-form">
        <DepartmentFields form={form} places={places} />
      </div>
    </EntityFormView>
  );
}
