import { Alert, Button } from '@mantine/core';
import { IconArchive, IconFolderOpen } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type Library, libraryUpdate } from '#shared/libraries/groups.schemas.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { useUser } from '../../api/session-store.ts';
import { EntityFormView, FormSection } from '../../components/form-page/form-page.tsx';
import { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { Page } from '../../components/page/page.tsx';
import { toast } from '../../components/toast.tsx';
import { formatDate } from '../../i18n/format.ts';
import { EndsSection } from './ends-section.tsx';
import { changesOf, inverse, isReversible, type LibraryValues, rebase, valuesOf } from './form.ts';
import styles from './groups.module.css';
import { LibraryFields } from './library-form.tsx';
import { MembersMatrix } from './matrix/members-matrix.tsx';

/** The library as somebody else saved it meanwhile, from the error of a refused save. */
const currentOf = (error: unknown): Library | undefined =>
  error instanceof ApiError && error.code === 'rev_changed'
    ? (error.details as { current?: Library } | undefined)?.current
    : undefined;

/** An admin's form of a library: fields, members, and its end. One save writes all changes or none. */
export function EditForm({ library: shown }: { library: Library }) {
  const { t } = useTranslation('groups');
  // The version that the form's changes are based on. While something is typed, newer data wait until the save.
  const [library, setLibrary] = useState(shown);
  const base = valuesOf(library);
  const closed = library.archivedAt !== null;
  const me = useUser();
  // An admin who is not a member does not see the library among their documents.
  const isMember = library.members.some(({ user }) => user._id === me._id);

  const undo = async (before: LibraryValues, saved: Library): Promise<void> => {
    try {
      const body = inverse(before, valuesOf(saved), saved.rev);
      take(await call('groupUpdate', { params: { id: saved._id }, body }));
      toast.success(t('edit.undone'));
    } catch (error) {
      toast.error(t('edit.undoFailed'), error);
    }
  };
  const form = useEntityForm({
    initial: base,
    schema: libraryUpdate,
    bodyOf: (values) => changesOf(values, base, library.rev),
    send: async (body, values) => {
      try {
        const saved = await call('groupUpdate', { params: { id: library._id }, body });
        // Runs before the success message, so that the form already shows the saved values.
        setLibrary(saved);
        pending.current = saved;
        if (isReversible(base, valuesOf(saved))) toast.undo(t('edit.saved'), () => void undo(base, saved));
        else toast.success(t('edit.saved'));
      } catch (error) {
        const current = currentOf(error);
        if (!current) throw error;
        const theirs = valuesOf(current);
        setLibrary(current);
        form.reset(theirs);
        form.set(rebase(values, base, theirs));
        throw new ApiError(409, 'rev_changed', t('edit.rebased'));
      }
    },
    refusals: { library_taken: 'name', label_not_assignable: 'defaultLabels' },
  });
  const pending = useRef<Library>(undefined);
  const take = (next: Library): void => {
    setLibrary(next);
    form.reset(valuesOf(next));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a save has ended, or after new data came
  useEffect(() => {
    if (form.sending) return;
    if (pending.current) {
      take(pending.current);
      pending.current = undefined;
    } else if (!form.dirty && shown.rev !== library.rev) take(shown);
  }, [shown, form.sending]);

  return (
    <Page
      title={library.name}
      intro={t('edit.created', { date: formatDate(library.createdAt) })}
      back={{ to: '/groups', label: t('title') }}
      actions={
        isMember && (
          <Button
            component={Link}
            to={`/records/search?group=${library._id}`}
            leftSection={<IconFolderOpen size={16} aria-hidden="true" />}
          >
            {t('edit.open')}
          </Button>
        )
      }
    >
      {closed && (
        <Alert
          className={styles.notice}
          icon={<IconArchive size={18} aria-hidden="true" />}
          title={t('ends.archivedTitle', { date: formatDate(library.archivedAt ?? '') })}
        >
          {t('ends.archivedBody')}
        </Alert>
      )}
      <EntityFormView form={form} label={t('edit.label', { name: library.name })}>
        <div data-tour="groups-form">
          <LibraryFields form={form} library={library} closed={closed} />
        </div>
        <FormSection title={t('matrix.title')} intro={t('matrix.intro')} wide>
          <MembersMatrix
            members={form.values.members}
            base={base.members}
            onChange={(members) => form.set({ members })}
          />
        </FormSection>
      </EntityFormView>
      <EndsSection library={library} dirty={form.dirty} onChange={take} />
    </Page>
  );
}
