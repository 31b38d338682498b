import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Duties } from '#shared/overview/duties.schemas.ts';
import type { Account } from '#shared/people/users.schemas.ts';
import { call, useEndpoint } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import dialog from '../../components/dialog.module.css';
import { Modal } from '../../components/modal.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { PersonSelect } from '../../components/people/person-select.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';
import { fullName } from '../../i18n/format.ts';
import { dutiesGiven } from './duties-given.ts';
import styles from './users.module.css';

/** How many duties are named; the others are counted. */
const NAMED = 5;

/**
 * Disables an account. Names what the person answers for, and gives it to others before: otherwise it would go on under the
 * name of somebody who cannot meet it.
 */
export function DisableDialog({
  person,
  opened,
  onClose,
}: {
  person: Account;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('users');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('account.ask.disableTitle', { name: fullName(person) })}
      size="lg"
    >
      <DisableForm person={person} onClose={onClose} />
    </Modal>
  );
}

function DisableForm({ person, onClose }: { person: Account; onClose: () => void }) {
  const { t } = useTranslation('users');
  const params = { id: person._id };
  const name = fullName(person);
  const duties = useEndpoint('userDuties', { params });
  const [to, setTo] = useState<string | null>(null);
  const [backups, setBackups] = useState(true);
  const [given] = useState(dutiesGiven);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const held = duties.data;
  const answers = held !== undefined && held.obligations.length + held.rules.length > 0;

  async function disable(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const stay = await given.disable(person._id, answers ? { to, backups } : null);
      toast.undo(t('account.disabled', { name }), () => void enableAgain());
      if (stay.length > 0)
        toast.reason(
          t('duties.stay', { count: stay.length, names: stay.map((each) => each.name).join(', ') }),
        );
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  async function enableAgain(): Promise<void> {
    try {
      await call('userEnable', { params });
    } catch (error) {
      toast.error(t('account.enableFailed'), error);
      return;
    }
    try {
      const stayed = await given.handBack(person._id);
      toast.success(t('account.enabled', { name }));
      if (stayed.length > 0)
        toast.notice(
          <DutyList
            title={t('duties.stayed')}
            items={stayed.map(({ id, name: duty, why }) => ({ id, name: duty, place: why }))}
          />,
        );
    } catch (error) {
      toast.error(t('duties.backFailed', { name }), error);
    }
  }

  return (
    <div className={dialog.fields}>
      <p>{t('account.ask.disableBody')}</p>
      {duties.isPending && <LoadingRows rows={3} height={24} />}
      {duties.isError && (
        <ErrorState title={t('duties.failed')} error={duties.error} onRetry={() => void duties.refetch()} />
      )}
      {answers && (
        <>
          <DutyLists duties={held} />
          <PersonSelect
            label={t('duties.to')}
            placeholder={t('duties.nobody')}
            value={to}
            onChange={setTo}
            without={[person._id]}
            {...(to === null ? { hint: t('duties.nobodyHint') } : {})}
          />
          {held.obligations.some(({ backup }) => backup !== null) && (
            <Checkbox
              label={t('duties.backups')}
              checked={backups}
              onChange={(event) => setBackups(event.currentTarget.checked)}
            />
          )}
        </>
      )}
      {failure !== undefined && (
        <p className={dialog.warning} role="alert">
          {errorMessage(failure)}
        </p>
      )}
      <div className={dialog.buttons}>
        <Button data-autofocus onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <WriteButton
          variant="filled"
          color="red"
          loading={busy}
          disabled={duties.isPending}
          onClick={() => void disable()}
        >
          {t('account.disable')}
        </WriteButton>
      </div>
    </div>
  );
}

/** What the person answers for, each with its place. */
function DutyLists({ duties: { obligations, rules } }: { duties: Duties }) {
  const { t } = useTranslation('users');
  return (
    <>
      <DutyList
        title={t('duties.obligationsTitle', { count: obligations.length })}
        items={obligations.map(({ _id, name, calendar, backup }) => ({
          id: _id,
          name,
          place: backup
            ? t('duties.withBackup', { place: calendar.name, name: fullName(backup) })
            : calendar.name,
        }))}
      />
      <DutyList
        title={t('duties.rulesTitle', { count: rules.length })}
        items={rules.map(({ _id, name, folder, group }) => ({
          id: _id,
          name,
          place: folder._id === group._id ? group.name : `${group.name} / ${folder.name}`,
        }))}
      />
    </>
  );
}

function DutyList({
  title,
  items,
}: {
  title: string;
  items: readonly { readonly id: string; readonly name: string; readonly place: string }[];
}) {
  const { t } = useTranslation('users');
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <p>
        <b>{title}</b>
      </p>
      <ul className={styles.duties}>
        {items.slice(0, NAMED).map(({ id, name, place }) => (
          <li key={id}>
            {name} <span className="meta">{place}</span>
          </li>
        ))}
      </ul>
      {items.length > NAMED && <p className="meta">{t('duties.more', { count: items.length - NAMED })}</p>}
    </section>
  );
}
