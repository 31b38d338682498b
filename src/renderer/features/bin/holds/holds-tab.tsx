import { Button, SegmentedControl } from '@mantine/core';
import { IconGavel, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Hold } from '#shared/retention/holds.schemas.ts';
import { useEndpoint } from '../../../api/client.ts';
import { Tag } from '../../../components/documents/tag.tsx';
import { NewHoldForm } from '../../../components/holds/new-hold-form.tsx';
import { MultiSelect } from '../../../components/inputs/select.tsx';
import { Modal } from '../../../components/modal.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { toast } from '../../../components/toast.tsx';
import { WriteButton } from '../../../components/write.tsx';
import { formatDate, shortName } from '../../../i18n/format.ts';
import styles from '../bin.module.css';
import { useHolds } from '../queries.ts';
import { HoldDetail } from './hold-detail.tsx';
import { useHoldEnd } from './use-hold-end.ts';

type Status = 'active' | 'ended';

/** Legal holds, running or ended. The URL says which one is open. */
export function HoldsTab() {
  const { t } = useTranslation('bin');
  const [params, setParams] = useSearchParams();
  const status: Status = params.get('holds') === 'ended' ? 'ended' : 'active';
  const open = params.get('hold');
  const [making, setMaking] = useState(false);
  const { query, items } = useHolds(status);
  const go = (name: string, value: string | null): void => {
    const next = new URLSearchParams(params);
    if (value === null) next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };
  return (
    <>
      <div className={styles.bar}>
        <SegmentedControl
          aria-label={t('holds.status')}
          value={status}
          onChange={(next) => go('holds', next === 'active' ? null : next)}
          data={[
            { value: 'active', label: t('holds.active') },
            { value: 'ended', label: t('holds.ended') },
          ]}
        />
        <WriteButton
          variant="filled"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => setMaking(true)}
        >
          {t('holds.add')}
        </WriteButton>
      </div>
      {query.isPending && <LoadingRows rows={4} height={72} />}
      {query.isError && items.length === 0 && (
        <ErrorState title={t('holds.failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && items.length === 0 && (
        <EmptyState icon={IconGavel} title={t(`holds.empty.${status}`)}>
          {t('holds.empty.body')}
        </EmptyState>
      )}
      {items.length > 0 && (
        <ul className={styles.list} aria-label={t('holds.list')}>
          {items.map((hold) => (
            <HoldRow key={hold._id} hold={hold} onOpen={() => go('hold', hold._id)} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      <Modal opened={making} onClose={() => setMaking(false)} title={t('holds.add')}>
        {making && <MakeHold onClose={() => setMaking(false)} onDone={(hold) => go('hold', hold._id)} />}
      </Modal>
      <Modal opened={open !== null} onClose={() => go('hold', null)} title={t('holds.one')} size="lg">
        {open !== null && <HoldDetail id={open} />}
      </Modal>
    </>
  );
}

function HoldRow({ hold, onOpen }: { hold: Hold; onOpen: () => void }) {
  const { t } = useTranslation('bin');
  const endOf = useHoldEnd();
  return (
    <li className={styles.item}>
      <IconGavel size={20} aria-hidden="true" />
      <div className={styles.text}>
        <b>{hold.name}</b> {hold.reference && <Tag>{hold.reference}</Tag>}
        <p className="meta">{hold.reason}</p>
        <p className="meta">
          {[
            t('holds.documents', { count: hold.documents }),
            endOf(hold),
            t('holds.placed', { name: shortName(hold.placedBy), date: formatDate(hold.placedAt) }),
          ].join(' · ')}
        </p>
      </div>
      <div className={styles.actions}>
        <Button aria-label={t('holds.openLabel', { name: hold.name })} onClick={onOpen}>
          {t('holds.open')}
        </Button>
      </div>
    </li>
  );
}

/** A new hold covers libraries, or nothing yet: documents and folders are added to it from their own screens. */
function MakeHold({ onClose, onDone }: { onClose: () => void; onDone: (hold: Hold) => void }) {
  const { t } = useTranslation('bin');
  const libraries = useEndpoint('groupsByOrganization', {});
  const [groups, setGroups] = useState<string[]>([]);
  return (
    <NewHoldForm
      targets={{ groups }}
      onCancel={onClose}
      onDone={(hold) => {
        toast.success(t('holds.made', { name: hold.name }));
        onClose();
        onDone(hold);
      }}
    >
      <MultiSelect
        label={t('holds.libraries')}
        description={t('holds.librariesHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        searchable
        data={(libraries.data ?? []).map((each) => ({ value: each._id, label: each.name }))}
        value={groups}
        onChange={setGroups}
      />
    </NewHoldForm>
  );
}
