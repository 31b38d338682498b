import { Checkbox, SegmentedControl } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#shared/people/users.schemas.ts';
import { BulkDialog } from '../../../components/bulk/bulk-dialog.tsx';
import { FieldFailure, fieldProps } from '../../../components/inputs/field.tsx';
import { MultiSelect } from '../../../components/inputs/select.tsx';
import { TypedSelect } from '../../../components/inputs/typed-select.tsx';
import {
  type LibraryMembership,
  LibraryRolesField,
} from '../../../components/library-roles/library-roles.tsx';
import { PersonSelect } from '../../../components/people/person-select.tsx';
import { formatNumber, fullName } from '../../../i18n/format.ts';
import { dutiesGiven, type Stayed } from '../duties-given.ts';
import { useDepartments, useLibraries } from '../queries.ts';
import { disable, enable, giveLibraries, inviteAgain, moveTo, takeLibraries } from './changes.ts';

export type BulkKind = 'libraries' | 'department' | 'disable' | 'enable' | 'resend';

/** The people of a dialog, and what it says of so many. */
function useWords() {
  const { t } = useTranslation('users');
  const counted = (count: number) => ({ count, shown: formatNumber(count) });
  return (kind: BulkKind, people: readonly Account[]) => ({
    items: people,
    nameOf: fullName,
    title:
      people.length === 1 && people[0]
        ? t(`bulk.titleOne.${kind}`, { name: fullName(people[0]) })
        : t(`bulk.title.${kind}`, counted(people.length)),
    submit: t(`bulk.apply.${kind}`),
    said: (done: number) => t(`bulk.done.${kind}`, counted(done)),
  });
}

interface Asked {
  people: readonly Account[];
  /** How many of the selected it does not concern. */
  leftOut: number;
  onClose: (settled: ReadonlySet<string> | null) => void;
}

const GIVE_OR_TAKE = ['give', 'take'] as const;

/** Gives people roles in libraries beside those that they have, or takes libraries from them. */
export function LibrariesDialog({ people, onClose }: Asked) {
  const words = useWords();
  const { t } = useTranslation('users');
  const libraries = useLibraries();
  const [what, setWhat] = useState<(typeof GIVE_OR_TAKE)[number]>('give');
  const [given, setGiven] = useState<LibraryMembership[]>([]);
  const [taken, setTaken] = useState<string[]>([]);
  const [tried, setTried] = useState(false);
  const missing = (what === 'give' ? given : taken).length === 0;
  const error = tried && missing ? t('bulk.libraries.needed') : undefined;
  return (
    <BulkDialog
      {...words('libraries', people)}
      onClose={onClose}
      change={() => {
        setTried(true);
        if (missing) return undefined;
        return what === 'give' ? giveLibraries(given) : takeLibraries(taken);
      }}
    >
      <SegmentedControl
        aria-label={t('bulk.libraries.what')}
        data={GIVE_OR_TAKE.map((value) => ({ value, label: t(`bulk.libraries.${value}`) }))}
        value={what}
        onChange={setWhat}
      />
      {libraries.isError && (
        <p>
          <FieldFailure text={t('fields.librariesFailed')} onRetry={() => void libraries.refetch()} />
        </p>
      )}
      {what === 'give' ? (
        <LibraryRolesField
          libraries={(libraries.data ?? []).filter(({ archivedAt }) => archivedAt === null)}
          none={null}
          value={given}
          onChange={setGiven}
          error={error}
        />
      ) : (
        <MultiSelect
          label={t('sections.libraries')}
          data={(libraries.data ?? []).map(({ _id, name, archivedAt }) => ({
            value: _id,
            label: archivedAt === null ? name : t('bulk.libraries.archived', { name }),
          }))}
          value={taken}
          onChange={setTaken}
          searchable
          {...fieldProps({ error })}
        />
      )}
      <p className="meta">{t(`bulk.libraries.${what}Hint`)}</p>
    </BulkDialog>
  );
}

export function DepartmentDialog({ people, onClose }: Asked) {
  const words = useWords();
  const { t } = useTranslation('users');
  const departments = useDepartments();
  const [department, setDepartment] = useState<string | null>(null);
  return (
    <BulkDialog {...words('department', people)} onClose={onClose} change={() => moveTo(department)}>
      <TypedSelect
        label={t('fields.department')}
        placeholder={departments.isPending ? t('common:loading') : t('fields.departmentNone')}
        clearable
        data={(departments.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
        value={department}
        onChange={setDepartment}
        {...fieldProps({
          error: departments.isError ? (
            <FieldFailure text={t('fields.departmentsFailed')} onRetry={() => void departments.refetch()} />
          ) : undefined,
        })}
      />
      {department === null && <p className="meta">{t('bulk.department.none')}</p>}
    </BulkDialog>
  );
}

/** Disables several accounts. What their people answer for is given to others before. */
export function DisableManyDialog({ people, leftOut, onClose }: Asked) {
  const words = useWords();
  const { t } = useTranslation('users');
  const [to, setTo] = useState<string | null>(null);
  const [backups, setBackups] = useState(true);
  const [given] = useState(dutiesGiven);
  const stayed = useRef<Stayed[]>([]);
  const noteStayed = (person: Account, some: readonly Stayed[]): void => {
    for (const { id, name, why } of some)
      stayed.current.push({
        id: `${person._id} ${id}`,
        name,
        why: t('bulk.disable.of', { name: fullName(person), why }),
      });
  };
  return (
    <BulkDialog
      {...words('disable', people)}
      danger
      onClose={onClose}
      change={() => disable(given, to, backups, noteStayed)}
      stayed={() => ({ title: t('duties.stayed'), items: stayed.current })}
    >
      <p>{t('bulk.disable.body')}</p>
      <PersonSelect
        label={t('bulk.disable.to')}
        placeholder={t('duties.nobody')}
        value={to}
        onChange={setTo}
        without={people.map(({ _id }) => _id)}
        {...(to === null ? { hint: t('duties.nobodyHint') } : {})}
      />
      <Checkbox
        label={t('duties.backups')}
        checked={backups}
        onChange={(event) => setBackups(event.currentTarget.checked)}
      />
      {leftOut > 0 && <p className="meta">{t('bulk.disable.leftOut', { count: leftOut })}</p>}
    </BulkDialog>
  );
}

export function EnableDialog({ people, onClose }: Asked) {
  const words = useWords();
  const { t } = useTranslation('users');
  return (
    <BulkDialog {...words('enable', people)} onClose={onClose} change={() => enable}>
      <p>{t('bulk.enable.body')}</p>
    </BulkDialog>
  );
}

export function ResendDialog({ people, leftOut, onClose }: Asked) {
  const words = useWords();
  const { t } = useTranslation('users');
  return (
    <BulkDialog {...words('resend', people)} onClose={onClose} change={() => inviteAgain}>
      <p>{t('bulk.resend.body')}</p>
      {leftOut > 0 && <p className="meta">{t('bulk.resend.leftOut', { count: leftOut })}</p>}
    </BulkDialog>
  );
}
