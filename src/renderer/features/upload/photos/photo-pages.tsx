import { ActionIcon, Button, Loader, ModalTitle } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCamera,
  IconRotateClockwise2,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldMessage } from '../../../components/inputs/field.tsx';
import { Modal } from '../../../components/modal.tsx';
import { toast } from '../../../components/toast.tsx';
import { useNarrow } from '../../../hooks/use-narrow.ts';
import { formatIsoDate, formatList } from '../../../i18n/format.ts';
import frame from '../upload-dialog.module.css';
import { CameraButton } from './camera-button.tsx';
import styles from './photo-pages.module.css';
import { photosPdf } from './photos-pdf.ts';
import { PHOTOS_MAX, type ShownPhoto, usePhotos } from './use-photos.ts';

type Photos = ReturnType<typeof usePhotos>;

/** Off, and still reached: the focus stays on a button that its own press turns off. */
const offIf = (off: boolean) => (off ? { 'aria-disabled': true, 'data-disabled': true } : {});

function PageRow({
  page,
  at,
  photos,
  footer,
}: {
  page: ShownPhoto;
  at: number;
  photos: Photos;
  footer: RefObject<HTMLDivElement | null>;
}) {
  const { t } = useTranslation('upload');
  const { pages, turn, place, remove } = photos;
  const number = at + 1;
  const row = useRef<HTMLLIElement>(null);
  const takeAway = (): void => {
    // The focus goes to a neighbour, before its button is gone.
    const beside = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    const buttons = beside?.querySelectorAll('button') ?? footer.current?.querySelectorAll('button');
    [...(buttons ?? [])].at(beside ? -1 : 0)?.focus();
    remove(page.id);
    toast.undo(t('photos.removed', { number }), () => place(page, at));
  };
  return (
    <li className={styles.row} ref={row}>
      <span className={styles.picture}>
        <img src={page.url} alt="" data-turns={page.turns} />
      </span>
      <span className={styles.name}>{t('photos.page', { number })}</span>
      <span className={styles.actions}>
        <ActionIcon size={44} aria-label={t('photos.turn', { number })} onClick={() => turn(page.id)}>
          <IconRotateClockwise2 size={20} />
        </ActionIcon>
        <ActionIcon
          size={44}
          aria-label={t('photos.up', { number })}
          {...offIf(at === 0)}
          onClick={() => at > 0 && place(page, at - 1)}
        >
          <IconArrowUp size={20} />
        </ActionIcon>
        <ActionIcon
          size={44}
          aria-label={t('photos.down', { number })}
          {...offIf(number === pages.length)}
          onClick={() => number < pages.length && place(page, at + 1)}
        >
          <IconArrowDown size={20} />
        </ActionIcon>
        <ActionIcon size={44} aria-label={t('photos.remove', { number })} onClick={takeAway}>
          <IconTrash size={20} />
        </ActionIcon>
      </span>
    </li>
  );
}

/** What could not be taken, and what is being read. */
function Notes({ photos: { reading, unreadable, isFull } }: { photos: Photos }) {
  const { t } = useTranslation('upload');
  return (
    <div role="status" className={styles.notes} aria-live="polite">
      {reading > 0 && (
        <span className={styles.reading}>
          <Loader size={16} />
          {t('photos.reading', { count: reading })}
        </span>
      )}
      {unreadable.length > 0 && (
        <FieldMessage
          error={t('photos.unreadable', { count: unreadable.length, names: formatList(unreadable) })}
        />
      )}
      {isFull && <FieldMessage error={t('photos.full', { count: PHOTOS_MAX })} />}
    </div>
  );
}

/** "2026-11-27 09.41": a file's name may have no colon. */
function nowInName(): string {
  const now = new Date();
  const time = [now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, '0')).join('.');
  return `${formatIsoDate(now.getTime())} ${time}`;
}

/**
 * The pages that were photographed for one document: they are turned, ordered and taken away, and become a PDF. Closing
 * asks first while there are some.
 * @param first the photos that it was opened with
 */
export function PhotoPages({
  first,
  onUse,
  onClose,
}: {
  first: readonly File[];
  onUse: (document: File) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('upload');
  const photos = usePhotos();
  const { pages, reading, add } = photos;
  const narrow = useNarrow();
  const [asking, setAsking] = useState(false);
  const [making, setMaking] = useState(false);
  const begun = useRef(false);
  const footer = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the photos that it was opened with are added once
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void add(first);
  }, []);

  const camera = useRef<HTMLButtonElement>(null);
  const stay = useRef<HTMLButtonElement>(null);
  // Both stand in the footer, one instead of the other. At first the focus is put by `data-autofocus`.
  useEffect(() => (asking ? stay : camera).current?.focus(), [asking]);
  const last = pages.at(-1)?.id;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (last) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [last]);

  const goOn = (): void => setAsking(false);
  const close = (): void => {
    if (pages.length + reading > 0) setAsking(!asking);
    else onClose();
  };
  const isMaking = useRef(false);
  const make = async (): Promise<void> => {
    // A second press comes before the button is drawn as busy.
    if (isMaking.current) return;
    isMaking.current = true;
    setMaking(true);
    try {
      onUse(await photosPdf(pages, `${t('photos.fileName', { moment: nowInName() })}.pdf`));
    } catch {
      isMaking.current = false;
      setMaking(false);
      toast.error(t('photos.failed'), t('photos.stay'));
    }
  };
  const more = (files: readonly File[]): void => void add(files);

  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={false}
      withCloseButton={false}
      size={560}
      fullScreen={narrow}
      classNames={{ content: frame.content ?? '', body: frame.body ?? '' }}
    >
      <div className={frame.head}>
        <ModalTitle>{t('photos.title')}</ModalTitle>
        <span className="grow" />
        <ActionIcon size={44} aria-label={t('close')} onClick={close}>
          <IconX size={20} />
        </ActionIcon>
      </div>
      <div className={styles.pages}>
        {pages.length === 0 && reading === 0 && <p className="secondary">{t('photos.none')}</p>}
        <ol ref={list} aria-label={t('photos.title')}>
          {pages.map((page, at) => (
            <PageRow key={page.id} page={page} at={at} photos={photos} footer={footer} />
          ))}
        </ol>
      </div>
      <Notes photos={photos} />
      {asking ? (
        <div className={frame.foot} data-bottom-bar role="alert">
          <span className={`grow ${styles.question}`}>
            {t('photos.discard', { count: pages.length + reading })}
          </span>
          <Button variant="subtle" onClick={onClose} data-danger>
            {t('photos.discardGo')}
          </Button>
          <Button variant="filled" onClick={goOn} ref={stay}>
            {t('photos.goOn')}
          </Button>
        </div>
      ) : (
        <div className={frame.foot} data-bottom-bar ref={footer}>
          <CameraButton
            camera
            data-autofocus
            ref={camera}
            onPhotos={more}
            leftSection={<IconCamera size={18} aria-hidden="true" />}
          >
            {t('photos.more')}
          </CameraButton>
          <CameraButton variant="subtle" onPhotos={more}>
            {t('photos.pick')}
          </CameraButton>
          <span className="grow" />
          <Button
            variant="filled"
            onClick={() => void make()}
            disabled={pages.length === 0 || reading > 0}
            loading={making}
          >
            {t('photos.use', { count: pages.length })}
          </Button>
        </div>
      )}
    </Modal>
  );
}
