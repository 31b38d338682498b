import { ActionIcon, Button, ModalTitle } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BREAKPOINTS } from '#shared/platform/limits.ts';
import { useUser } from '../../../api/session-store.ts';
import { Modal } from '../../../components/modal.tsx';
import { IndexTabs } from '../../../components/page/index-tabs.tsx';
import frame from '../upload-dialog.module.css';
import { CancelButton } from './draft/cancel-button.tsx';
import { LostNote } from './draft/lost-note.tsx';
import { useNoLabels } from './fields/no-labels.ts';
import { useLostGroup } from './fields/place-fields.tsx';
import { EvidenceNote } from './sending/evidence-note.tsx';
import { FailureNote } from './sending/failure-note.tsx';
import { submit } from './sending/send-draft.ts';
import { ConfirmStep } from './steps/confirm-step.tsx';
import { DetailsStep } from './steps/details-step.tsx';
import { DoneActions, DoneStep } from './steps/done-step.tsx';
import { FileStep } from './steps/file-step.tsx';
import { LabelsStep } from './steps/labels-step.tsx';
import {
  isReachable,
  listMissing,
  type MissingPart,
  STEPS,
  type Step,
  stepAfter,
  stepBefore,
  uploadableDocuments,
} from './steps/steps.ts';
import styles from './wizard-dialog.module.css';
import { closeWizard, goTo, showMissing, useWizard } from './wizard-store.ts';

const PANELS: Readonly<Record<Step, () => ReactNode>> = {
  file: FileStep,
  details: DetailsStep,
  labels: LabelsStep,
  confirm: ConfirmStep,
  done: DoneStep,
};

function StepNumber({ step, at, complete }: { step: Step; at: Step; complete: boolean }) {
  const here = step === at;
  const done = !here && complete;
  return (
    <span
      className={styles.number}
      data-here={here || undefined}
      data-done={done || undefined}
      aria-hidden="true"
    >
      {done ? <IconCheck size={13} /> : STEPS.indexOf(step) + 1}
    </span>
  );
}

/** The first thing that a step still lacks. Where the library is lost, that is another one, from its own step on. */
function useGap(): MissingPart | undefined {
  const draft = useWizard();
  const lost = useLostGroup() !== undefined;
  if (lost && draft.step !== 'file' && draft.step !== 'done') return { key: 'group', count: 1 };
  return listMissing(draft.step, draft)[0];
}

/** What is missing, in words. Where there is no label to choose, nobody is told to choose one. */
function useGapText(): string | undefined {
  const { t } = useTranslation('upload');
  const gap = useGap();
  const noLabels = useNoLabels();
  const { isAdmin } = useUser();
  if (gap?.key === 'labels' && noLabels) return t(isAdmin ? 'gaps.firstLabel' : 'gaps.noLabels');
  return gap && t(`gaps.${gap.key}`, { count: gap.count });
}

/** What the step still lacks, in words: a button is never disabled without its reason. */
function GapLine({ wrong }: { wrong: boolean }) {
  const { t } = useTranslation('upload');
  const draft = useWizard();
  const gap = useGap();
  const text = useGapText();
  const all = uploadableDocuments(draft).length;
  if (draft.submitting && all > 1)
    return (
      <span className={styles.gap} role="status">
        {t('confirm.sent', { count: draft.sent, all })}
      </span>
    );
  return (
    <span className={styles.gap} data-wrong={(gap && wrong) || undefined} role="status" id="wizard-gap">
      {text}
    </span>
  );
}

function Footer({ asking, setAsking }: { asking: boolean; setAsking: (asking: boolean) => void }) {
  const { t } = useTranslation('upload');
  const draft = useWizard();
  const { step, submitting } = draft;
  const gap = useGap();
  if (step === 'done') {
    return (
      <div className={frame.foot} data-bottom-bar>
        <DoneActions />
      </div>
    );
  }
  return (
    <div className={frame.foot} data-bottom-bar>
      <CancelButton asking={asking} setAsking={setAsking} disabled={submitting} />
      <span className="grow" />
      <GapLine wrong={gap?.key === 'title' || gap?.key === 'date' || gap?.key === 'notes'} />
      {step !== 'file' && (
        <Button onClick={() => goTo(stepBefore(step))} disabled={submitting}>
          {t('back')}
        </Button>
      )}
      <Button
        type="submit"
        variant="filled"
        disabled={Boolean(gap)}
        loading={submitting}
        aria-describedby={gap ? 'wizard-gap' : undefined}
      >
        {step === 'confirm' ? t('confirm.create', { count: uploadableDocuments(draft).length }) : t('next')}
      </Button>
    </div>
  );
}

const FIELDS = ['input:not([type="file"])', 'textarea', 'a[href]', 'button']
  .map((each) => `[role="tabpanel"] ${each}:not([disabled])`)
  .join(',');

/**
 * After the next or back button, the focus moves to the first field of the step; to the first wrong one if there is one,
 * also where somebody wanted to go on by the keyboard although something is missing.
 */
function useFirstField(step: Step, tried: number): React.RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const before = useRef({ step, tried });
  useEffect(() => {
    const was = before.current;
    before.current = { step, tried };
    const moved = was.step !== step;
    if (!moved && tried <= was.tried) return;
    // With the arrow keys the focus stays in the tabs.
    if (moved && document.activeElement?.getAttribute('role') === 'tab') return;
    // There is nothing to fill in at the end: the document, or what closes the wizard.
    if (step === 'done') {
      form.current?.querySelector<HTMLElement>('a[href], [data-bottom-bar] button:last-child')?.focus();
      return;
    }
    const fields = form.current?.querySelectorAll<HTMLElement>(FIELDS) ?? [];
    // The panels of the other steps may be mounted, but hidden.
    const shown = [...fields].filter((each) => each.offsetParent !== null);
    (shown.find((each) => each.getAttribute('aria-invalid') === 'true') ?? shown[0])?.focus();
  }, [step, tried]);
  return form;
}

/** The upload wizard: five steps as index tabs. It fills the screen where there is little room. */
export function WizardDialog() {
  const { t } = useTranslation('upload');
  const draft = useWizard();
  const { opened, step, tried, submitting, visit, photographed } = draft;
  const narrow = useMediaQuery(`(max-width: ${BREAKPOINTS.tablet - 1}px)`);
  const [asking, setAsking] = useState(false);
  const form = useFirstField(step, tried);
  const gap = useGap();
  const count = uploadableDocuments(draft).length;

  useEffect(() => {
    if (!opened) setAsking(false);
  }, [opened]);

  // Closing asks first, unless there is nothing to lose. Escape cancels the question.
  const close = (): void => {
    if (step === 'done') closeWizard();
    else if (!submitting) setAsking(!asking);
  };

  const proceed = (event: { preventDefault: () => void }): void => {
    event.preventDefault();
    if (gap) {
      showMissing();
      return;
    }
    if (step === 'confirm') void submit();
    else goTo(stepAfter(step));
  };

  return (
    <Modal
      opened={opened}
      onClose={close}
      closeOnClickOutside={false}
      // Escape is for the photographed pages, which lie above it.
      closeOnEscape={!photographed}
      withCloseButton={false}
      size={860}
      fullScreen={narrow}
      classNames={{ content: frame.content ?? '', body: frame.body ?? '' }}
    >
      <div className={styles.whole} key={visit}>
        <div className={frame.head}>
          <ModalTitle>{t('title')}</ModalTitle>
          {count > 0 && <span className="meta">{t('files', { count })}</span>}
          <span className="grow" />
          <ActionIcon size="sm" aria-label={t('close')} onClick={close} disabled={submitting}>
            <IconX size={17} />
          </ActionIcon>
        </div>
        <form
          className={styles.form}
          ref={form}
          onSubmit={proceed}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) proceed(event);
          }}
          noValidate
          aria-busy={submitting}
        >
          <IndexTabs
            label={t('stepsLabel')}
            value={step}
            onChange={goTo}
            className={styles.tabs}
            tabs={STEPS.map((each) => {
              const Panel = PANELS[each];
              const before = step === 'done' || STEPS.indexOf(each) < STEPS.indexOf(step);
              return {
                id: each,
                label: <span className={styles.name}>{t(`steps.${each}`)}</span>,
                leading: <StepNumber step={each} at={step} complete={before} />,
                disabled: submitting || !isReachable(each, draft, step),
                panel: <Panel />,
              };
            })}
          />
          <EvidenceNote />
          <LostNote />
          <FailureNote />
          <Footer asking={asking} setAsking={setAsking} />
        </form>
      </div>
    </Modal>
  );
}
