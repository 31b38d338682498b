import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { creationStates, isRecordState, type RecordState, stateRow } from '#shared/access/states.ts';
import { useEndpoint } from '../../../../api/client.ts';
import { useUser } from '../../../../api/session-store.ts';
import { StateGlyph } from '../../../../components/documents/state-pill.tsx';
import { FieldFailure, FieldLabel, fieldProps } from '../../../../components/inputs/field.tsx';
import { nothingFound } from '../../../../components/inputs/nothing-found.ts';
import { Select } from '../../../../components/inputs/select.tsx';
import { TypedSelect } from '../../../../components/inputs/typed-select.tsx';
import { lostGroup, rememberNames } from '../draft/lost-group.ts';
import styles from '../steps/details-step.module.css';
import { setDetails, useWizard } from '../wizard-store.ts';
import { applyPlaceLabels } from './default-labels.ts';
import { useNoLabels } from './no-labels.ts';

/** Libraries in which the person may upload. */
export function useGroups() {
  const groups = useEndpoint(
    'groupsByMember',
    {},
    { select: (list) => list.filter(({ roles }) => roles?.includes('upload')) },
  );
  const { data } = groups;
  useEffect(() => rememberNames(data ?? []), [data]);
  return groups;
}

/** Says that the chosen library takes no documents of this person any more; undefined where it does. */
export function useLostGroup(): string | undefined {
  const group = useWizard(({ details }) => details.group);
  const { data } = useGroups();
  return group !== null && data?.every(({ _id }) => _id !== group) ? lostGroup(group) : undefined;
}

export function GroupField() {
  const { t } = useTranslation('upload');
  const { details, refused, tried } = useWizard();
  const groups = useGroups();
  const [touched, setTouched] = useState(false);
  const { group } = details;
  const lost = useLostGroup();
  const noLabels = useNoLabels();
  const { isAdmin } = useUser();
  const empty = (touched || tried > 0) && group === null ? t('details.groupRequired') : refused.group;
  const error = groups.isError ? (
    <FieldFailure text={t('details.groupFailed')} onRetry={() => void groups.refetch()} />
  ) : (
    (lost ?? empty)
  );
  return (
    <TypedSelect
      label={t('details.group')}
      placeholder={groups.isPending ? t('loading') : t('details.groupPlaceholder')}
      data={(groups.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
      value={groups.data ? group : null}
      onChange={(chosen) => {
        setTouched(true);
        setDetails({ group: chosen });
        if (chosen) applyPlaceLabels(chosen, null).catch(() => undefined);
      }}
      onDropdownClose={() => setTouched(true)}
      clearable
      required
      clearButtonProps={{ 'aria-label': t('clearSelection') }}
      nothingFoundMessage={nothingFound(groups, t('details.none'))}
      {...fieldProps({
        error,
        // Before anything is typed for a library into which it cannot go yet.
        hint: noLabels && !isAdmin ? t('labels.noneAsk') : t('details.groupHint'),
      })}
    />
  );
}

/** The states that the person's roles in the library allow; none before a library is chosen. */
export function StateField() {
  const { t } = useTranslation('upload');
  const { details, refused, tried } = useWizard();
  const { group, state } = details;
  const [touched, setTouched] = useState(false);
  const lost = useLostGroup() !== undefined;
  const roles = useEndpoint('rolesByGroup', { params: { group: group ?? '' } }, { enabled: group !== null });
  const states = group && roles.data ? creationStates(roles.data) : [];
  const missing = (touched || tried > 0) && group !== null && !isRecordState(state);
  const error =
    group && roles.isError && !lost ? (
      <FieldFailure text={t('details.stateFailed')} onRetry={() => void roles.refetch()} />
    ) : missing ? (
      t('details.stateRequired')
    ) : (
      refused.state
    );
  return (
    <Select
      label={t('details.state')}
      placeholder={group && roles.isPending ? t('loading') : t('details.statePlaceholder')}
      data={states.map((each) => ({ value: String(each), label: stateRow(each).label }))}
      value={isRecordState(state) ? String(state) : null}
      onChange={(value) => {
        setTouched(true);
        setDetails({ state: value === null ? -1 : Number(value) });
      }}
      onDropdownClose={() => setTouched(true)}
      disabled={group === null || !roles.data}
      required
      allowDeselect={false}
      leftSection={isRecordState(state) ? <StateGlyph state={state} /> : undefined}
      renderOption={({ option }) => (
        <span className={styles.option}>
          <StateGlyph state={Number(option.value) as RecordState} />
          {option.label}
        </span>
      )}
      {...fieldProps({ error, hint: group ? t('details.stateHint') : t('details.stateFirst') })}
    />
  );
}

/** A folder of the library; its root where it has none. */
export function FolderField() {
  const { t } = useTranslation('upload');
  const { details, refused } = useWizard();
  const { group, folder } = details;
  const folders = useEndpoint(
    'foldersByGroup',
    { params: { group: group ?? '' } },
    { enabled: group !== null },
  );
  const lost = useLostGroup() !== undefined;
  if (!group || (folders.isSuccess && folders.data.length === 0)) return null;
  return (
    <TypedSelect
      label={<FieldLabel aside={t('optional')}>{t('details.folder')}</FieldLabel>}
      placeholder={folders.isPending ? t('loading') : t('details.folderRoot')}
      data={(folders.data ?? []).map(({ _id, path }) => ({ value: _id, label: path }))}
      value={folders.data ? folder : null}
      onChange={(value) => {
        setDetails({ folder: value });
        applyPlaceLabels(group, value).catch(() => undefined);
      }}
      disabled={!folders.data}
      clearable
      clearButtonProps={{ 'aria-label': t('clearSelection') }}
      nothingFoundMessage={nothingFound(folders, t('details.none'))}
      {...fieldProps({
        error:
          folders.isError && !lost ? (
            <FieldFailure text={t('details.folderFailed')} onRetry={() => void folders.refetch()} />
          ) : (
            refused.folder
          ),
      })}
    />
  );
}
