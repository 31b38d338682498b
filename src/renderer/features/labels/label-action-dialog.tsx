import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { whyNotBelow } from '#shared/labels/label-tree.ts';
import type { ManagedLabel } from '#shared/labels/labels.schemas.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import dialog from '../../components/dialog.module.css';
import { DialogFailure } from '../../components/dialog-parts.tsx';
import { fieldProps } from '../../components/inputs/field.tsx';
import { TypedSelect } from '../../components/inputs/typed-select.tsx';
import { Modal } from '../../components/modal.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';
import { Effect } from './effect.tsx';
import type { LabelAction } from './label-node.tsx';
import { asTree, placedLabels } from './queries.ts';

const TOP = 'top';

/** Moves, merges or deletes a label, after showing what that changes. */
export function LabelActionDialog({
  action,
  label,
  labels,
  onClose,
  onDone,
}: {
  action?: LabelAction;
  label?: ManagedLabel;
  labels: readonly ManagedLabel[];
  onClose: () => void;
  /** Called after the label was merged or deleted. */
  onDone?: () => void;
}) {
  const { t } = useTranslation('labels');
  const title = action && label ? t(`${action}.title`, { name: label.name }) : '';
  return (
    <Modal opened={action !== undefined} onClose={onClose} title={title} size={520}>
      {label && action === 'move' && <Move label={label} labels={labels} onClose={onClose} />}
      {label && action === 'merge' && (
        <Replace key="merge" action="merge" {...{ label, labels, onClose, onDone }} />
      )}
      {label && action === 'delete' && (
        <Replace key="delete" action="delete" {...{ label, labels, onClose, onDone }} />
      )}
    </Modal>
  );
}

function Foot({
  failure,
  onClose,
  children,
}: {
  failure: unknown;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <>
      <DialogFailure text={failure !== undefined && errorMessage(failure)} />
      <div className={dialog.buttons}>
        <Button onClick={onClose}>{t('cancel')}</Button>
        {children}
      </div>
    </>
  );
}

/** The state of a dialog's call: whether it is running, and its error. */
function useDeed(onDone: () => void) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
      onDone();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return { busy, failure, run };
}

function Move({
  label,
  labels,
  onClose,
}: {
  label: ManagedLabel;
  labels: readonly ManagedLabel[];
  onClose: () => void;
}) {
  const { t } = useTranslation('labels');
  const now = label.parent?._id ?? TOP;
  const [parent, setParent] = useState(now);
  const { busy, failure, run } = useDeed(() => {
    toast.success(t('moved', { name: label.name }));
    onClose();
  });
  const tree = asTree(labels);
  const places = placedLabels(labels).filter((each) => whyNotBelow(tree, label._id, each.label._id) === null);
  return (
    <>
      <TypedSelect
        label={t('move.parent')}
        data-autofocus
        nothingFoundMessage={t('noMatch')}
        data={[
          { value: TOP, label: t('top') },
          ...places.map(({ label: { _id }, path }) => ({ value: _id, label: path })),
        ]}
        value={parent}
        onChange={(value) => setParent(value ?? TOP)}
      />
      <Foot failure={failure} onClose={onClose}>
        <WriteButton
          variant="filled"
          loading={busy}
          disabled={parent === now}
          onClick={() =>
            void run(() =>
              call('labelUpdate', {
                params: { id: label._id },
                body: { rev: label.rev, parent: parent === TOP ? null : parent },
              }),
            )
          }
        >
          {t('move.confirm')}
        </WriteButton>
      </Foot>
    </>
  );
}

/** Replaces a label by another one: as a merge, or because it is deleted. */
function Replace({
  action,
  label,
  labels,
  onClose,
  onDone,
}: {
  action: 'merge' | 'delete';
  label: ManagedLabel;
  labels: readonly ManagedLabel[];
  onClose: () => void;
  onDone: (() => void) | undefined;
}) {
  const { t } = useTranslation('labels');
  const [into, setInto] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const [used, setUsed] = useState<boolean>();
  const { busy, failure, run } = useDeed(() => {
    toast.success(t(`${action}.done`, { name: label.name }));
    onClose();
    onDone?.();
  });
  const params = { id: label._id };
  const needed = action === 'merge' || used === true;
  const confirm = (): void => {
    setTried(true);
    if (needed && into === null) return;
    void run(() =>
      action === 'merge' && into !== null
        ? call('labelMerge', { params, body: { into } })
        : call('labelDelete', { params, query: into === null ? {} : { replacement: into } }),
    );
  };
  return (
    <div className={dialog.fields}>
      <p className="secondary">{t(`${action}.body`, { name: label.name })}</p>
      {(action === 'merge' || used) && (
        <TypedSelect
          label={t(`${action}.into`)}
          data-autofocus
          nothingFoundMessage={t('noMatch')}
          data={placedLabels(labels)
            .filter((each) => each.label._id !== label._id)
            .map((each) => ({ value: each.label._id, label: each.path }))}
          value={into}
          onChange={setInto}
          {...fieldProps({ error: tried && into === null ? t('replacementNeeded') : undefined })}
        />
      )}
      <Effect action={action} label={label} into={into} onUse={setUsed} />
      <Foot failure={failure} onClose={onClose}>
        <WriteButton
          variant="filled"
          {...(action === 'delete' ? { color: 'red' } : {})}
          loading={busy}
          disabled={action === 'delete' && used === undefined}
          onClick={confirm}
        >
          {t(`${action}.confirm`)}
        </WriteButton>
      </Foot>
    </div>
  );
}
