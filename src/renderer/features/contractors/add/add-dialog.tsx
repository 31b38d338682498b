import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartyKind } from '#shared/contractors/party.ts';
import dialog from '../../../components/dialog.module.css';
import { TypedSelect } from '../../../components/inputs/typed-select.tsx';
import { Modal } from '../../../components/modal.tsx';
import type { Chosen } from '../contractor-select.tsx';
import { useOwnLibraries, useParties } from '../queries.ts';
import { AddMany } from './add-many.tsx';
import { AddOne } from './add-one.tsx';
import { usePlace } from './use-place.ts';

type Way = 'one' | 'many';

/** Adds one of a kind, or many that were pasted. Mounted for one opening. */
export function AddDialog({
  kind,
  group,
  contractor = null,
  onClose,
}: {
  kind: PartyKind;
  /** The library that is shown, which is offered first. */
  group?: string | undefined;
  /** For whom workers are offered to work first. */
  contractor?: Chosen | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('contractors');
  const { writable = [] } = useOwnLibraries();
  const [chosen, setChosen] = useState(group);
  const [way, setWay] = useState<Way>('one');
  // Where the others are.
  const [near] = useParties({ kind }).items;
  const wanted = chosen ?? near?.group._id;
  const library = writable.find(({ _id }) => _id === wanted) ?? writable[0];
  const place = usePlace(kind, library?._id);
  const where = place.top
    ? t('add.atTop', { library: library?.name })
    : t('add.where', { folder: place.name ?? t(`kinds.${kind}`), library: library?.name });
  const shared = { kind, group: library?._id ?? '', contractor, place, onClose };
  return (
    <Modal opened onClose={onClose} title={t(`add.title.${kind}`)} size="lg">
      <div className={dialog.fields}>
        <SegmentedControl
          fullWidth
          aria-label={t('add.way')}
          value={way}
          onChange={(next) => setWay(next as Way)}
          data={[
            { value: 'one', label: t(`add.one.${kind}`) },
            { value: 'many', label: t('add.many') },
          ]}
        />
        {writable.length > 1 && (
          <TypedSelect
            label={t('fields.library')}
            data={writable.map(({ _id, name }) => ({ value: _id, label: name }))}
            value={library?._id ?? null}
            onChange={(value) => value && setChosen(value)}
          />
        )}
        <p className="meta">{!place.waits && where}&nbsp;</p>
      </div>
      {way === 'one' ? <AddOne {...shared} /> : <AddMany {...shared} />}
    </Modal>
  );
}
