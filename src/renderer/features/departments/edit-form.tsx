import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { type DepartmentRow, departmentUpdate } from '#shared/organization/departments.schemas.ts';
import { call, useCall } from '../../api/client.ts';
import { ApiError, errorMessage } from '../../api/errors.ts';
import dialog from '../../components/dialog.module.css';
import { DialogFailure } from '../../components/dialog-parts.tsx';
import { EntityFormView, FormSection } from '../../components/form-page/form-page.tsx';
import { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { Modal } from '../../components/modal.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';
import { DepartmentFields, type DepartmentValues } from './department-fields.tsx';
import styles from './departments.module.css';
import type { Place } from './tree.ts';

const LIST = '/organizations/departments';

const valuesOf = ({ name, parent, head }: DepartmentRow): DepartmentValues => ({
  name,
  parent,
  head: head?._id ?? null,
});

/** The department as somebody else saved it meanwhile, from the error of a refused save. */
const currentOf = (error: unknown): DepartmentRow | undefined =>
  error instanceof ApiError && error.code === 'rev_changed'
    ? (error.details as { current?: DepartmentRow } | undefined)?.current
    : undefined;

/** A department's name and parent, the people and libraries that use it, and its deletion. */
export function EditForm({
  department: shown,
  places,
}: {
  department: DepartmentRow;
  places: readonly Place[];
}) {
  const { t } = useTranslation('departments');
  // The version that the form's changes are based on. Newer data are taken over only after the save.
  const [department, setDepartment] = useState(shown);
  const base = valuesOf(department);
  const form = useEntityForm({
    initial: base,
    schema: departmentUpdate,
    bodyOf: (values) => ({ ...values, rev: department.rev }),
    send: async (body, values) => {
      try {
        setDepartment(await call('departmentUpdate', { params: { id: department._id }, body }));
        toast.success(t('edit.saved'));
      } catch (error) {
        const current = currentOf(error);
        if (!current) throw error;
        const theirs = valuesOf(current);
        setDepartment(current);
        form.reset(theirs);
        form.set({
          name: values.name === base.name ? theirs.name : values.name,
          parent: values.parent === base.parent ? theirs.parent : values.parent,
          head: values.head === base.head ? theirs.head : values.head,
        });
        throw new ApiError(409, 'rev_changed', t('edit.rebased'));
      }
    },
    refusals: { department_taken: 'name', department_cycle: 'parent' },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after new data came, from this save or from elsewhere
  useEffect(() => {
    if (form.dirty || form.sending || shown.rev < department.rev) return;
    setDepartment(shown);
    form.reset(valuesOf(shown));
  }, [shown, form.sending]);
  return (
    <>
      <EntityFormView form={form} label={t('edit.label', { name: department.name })}>
        <div data-tour="departments-form">
          <DepartmentFields form={form} places={places} head={department.head} />
        </div>
      </EntityFormView>
      <FormSection title={t('uses.title')} intro={t('uses.intro')}>
        <ul className={styles.uses}>
          <li>{t('people', { count: department.people })}</li>
          <li>
            <Link className="link" to={`/groups?state=all&department=${department._id}`}>
              {t('libraries', { count: department.libraries })}
            </Link>
          </li>
        </ul>
        <Delete department={department} disabled={form.dirty} />
      </FormSection>
    </>
  );
}

function Delete({ department, disabled }: { department: DepartmentRow; disabled: boolean }) {
  const { t } = useTranslation('departments');
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const { name, _id: id } = department;
  const remove = useCall('departmentDelete', {
    onSuccess: () => {
      setAsked(false);
      toast.success(t('delete.done', { name }));
      void navigate(LIST, { replace: true });
    },
  });
  return (
    <div data-tour="departments-delete">
      <WriteButton
        color="red"
        variant="subtle"
        leftSection={<IconTrash size={16} aria-hidden="true" />}
        disabled={disabled}
        onClick={() => {
          remove.reset();
          setAsked(true);
        }}
      >
        {t('delete.action')}
      </WriteButton>
      {disabled && <p className="meta">{t('delete.saveFirst')}</p>}
      <Modal opened={asked} onClose={() => setAsked(false)} title={t('delete.title', { name })}>
        <p>{t('delete.body')}</p>
        <DialogFailure text={remove.isError && errorMessage(remove.error)} />
        <div className={dialog.buttons}>
          <Button onClick={() => setAsked(false)}>{t('common:cancel')}</Button>
          <WriteButton
            variant="filled"
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate({ params: { id } })}
          >
            {t('delete.action')}
          </WriteButton>
        </div>
      </Modal>
    </div>
  );
}
