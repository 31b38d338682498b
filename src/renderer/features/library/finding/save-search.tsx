import { Button, TextInput } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SEARCH_NAME_MAX } from '#shared/platform/limits.ts';
import type { SavedSearch } from '#shared/search/search.schemas.ts';
import { call } from '../../../api/client.ts';
import { errorMessage, fieldErrors } from '../../../api/errors.ts';
import { fieldProps } from '../../../components/inputs/field.tsx';
import { Menu } from '../../../components/menu.tsx';
import { Popover } from '../../../components/popover.tsx';
import { toast } from '../../../components/toast.tsx';
import { WriteButton, WriteItem } from '../../../components/write.tsx';
import type { Filters } from '../filters.ts';
import styles from './finding.module.css';
import { queryTextOf, savedAs, useSavedSearches } from './saved.ts';

/** Saves the current search under a name; renames or deletes it if it is saved already. */
export function SaveSearch({ filters }: { filters: Filters }) {
  const { t } = useTranslation('library');
  const saved = useSavedSearches();
  const [naming, setNaming] = useState(false);
  const known = savedAs(saved.data ?? [], filters);
  const close = (): void => setNaming(false);
  return (
    <Popover
      opened={naming}
      onChange={setNaming}
      position="bottom-end"
      trapFocus
      returnFocus
      // The menu's target wraps a button, and is not a button itself.
      withRoles={false}
    >
      <Popover.Target>
        <span>
          {known ? (
            <KnownMenu search={known} onRename={() => setNaming(true)} />
          ) : (
            <WriteButton
              size="compact-sm"
              variant="subtle"
              leftSection={<IconBookmark size={15} aria-hidden="true" />}
              disabled={!saved.isSuccess}
              onClick={() => setNaming(true)}
            >
              {t('saved.keep')}
            </WriteButton>
          )}
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t(known ? 'saved.rename' : 'saved.keep')}>
        {naming && <NameForm search={known} filters={filters} onDone={close} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function KnownMenu({ search, onRename }: { search: SavedSearch; onRename: () => void }) {
  const { t } = useTranslation('library');
  const forget = async (): Promise<void> => {
    try {
      await call('savedSearchDelete', { params: { id: search._id } });
      toast.undo(t('saved.forgotten', { name: search.name }), () => void keepAgain());
    } catch (error) {
      toast.error(t('saved.forgetFailed'), error);
    }
  };
  const keepAgain = (): Promise<unknown> =>
    call('savedSearchCreate', { body: { name: search.name, query: search.query } }).catch((error: unknown) =>
      toast.error(t('saved.keepFailed'), error),
    );
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconBookmarkFilled size={15} aria-hidden="true" />}
        >
          <span className={styles.knownName}>{search.name}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <WriteItem leftSection={<IconPencil size={16} />} onClick={onRename}>
          {t('saved.rename')}
        </WriteItem>
        <WriteItem leftSection={<IconTrash size={16} />} color="red" onClick={() => void forget()}>
          {t('saved.forget')}
        </WriteItem>
      </Menu.Dropdown>
    </Menu>
  );
}

function NameForm({
  search,
  filters,
  onDone,
}: {
  search: SavedSearch | undefined;
  filters: Filters;
  onDone: () => void;
}) {
  const { t } = useTranslation('library');
  const [name, setName] = useState(search?.name ?? filters.text ?? '');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [touched, setTouched] = useState(false);
  const said = name.trim();
  const problem =
    touched && said === ''
      ? t('saved.nameNeeded')
      : failure
        ? (fieldErrors(failure).name ?? errorMessage(failure))
        : undefined;

  async function submit(): Promise<void> {
    setTouched(true);
    if (said === '') return;
    setBusy(true);
    setFailure(undefined);
    try {
      if (search) await call('savedSearchUpdate', { params: { id: search._id }, body: { name: said } });
      else await call('savedSearchCreate', { body: { name: said, query: queryTextOf(filters) } });
      onDone();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      className={styles.nameForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        label={t('saved.name')}
        data-autofocus
        maxLength={SEARCH_NAME_MAX}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setFailure(undefined);
        }}
        {...fieldProps({ error: problem })}
      />
      <div className={styles.nameButtons}>
        <Button type="button" variant="subtle" onClick={onDone}>
          {t('saved.cancel')}
        </Button>
        <WriteButton type="submit" variant="filled" loading={busy}>
          {t('saved.save')}
        </WriteButton>
      </div>
    </form>
  );
}
