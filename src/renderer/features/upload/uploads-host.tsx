import './catalogue.ts';
import { Dropzone } from '@mantine/dropzone';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../api/session-store.ts';
import styles from '../../components/drop-overlay.module.css';
import { toast } from '../../components/toast.tsx';
import { useOwnDrag, useOwnDropsStore } from '../../hooks/own-drops.ts';
import { useShell } from '../../hooks/shell-actions.ts';
import { isTyping } from '../../hooks/use-shortcuts.ts';
import { useAskBeforeUnload } from '../../hooks/use-unsaved.ts';
import { i18next } from '../../i18n/i18n.ts';
import { openUploads } from './engine/engine.ts';
import { runningUploads, useUploads } from './engine/uploads-store.ts';
import { sharingFailed, takeSharedFiles } from './shared-files.ts';
import { useKeptDraft } from './wizard/draft/keep-draft.ts';
import { useSeedLabels } from './wizard/fields/default-labels.ts';
import { useRememberedPlace } from './wizard/fields/remembered-place.ts';
import { WizardDialog } from './wizard/wizard-dialog.tsx';
import { closeWizard, openWizard, useWizard } from './wizard/wizard-store.ts';

/**
 * Asks before the page is left while an upload is below 100 %, or while the wizard has files (docs/protocols/rest.md).
 */
function useLeaveWarning(): void {
  const running = useUploads(() => runningUploads() > 0);
  const begun = useWizard(
    ({ documents, photographed, step }) => photographed !== null || (documents.length > 0 && step !== 'done'),
  );
  const some = running || begun;
  useAskBeforeUnload(some);
}

/** Files pasted outside a text field open the wizard, like dropped ones. */
function usePastedFiles(active: boolean): void {
  useEffect(() => {
    if (!active) return undefined;
    const paste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      // A copied table is pasted as text and as a picture: in a text field the text is meant.
      if (files.length === 0 || isTyping(event.target)) return;
      event.preventDefault();
      openWizard({ files });
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [active]);
}

/** Files that another app of a phone or computer shares with this one open the wizard. */
function useSharedFiles(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    if (sharingFailed()) toast.error(i18next.t('upload:share.failed'), i18next.t('upload:share.again'));
    void takeSharedFiles(Date.now())
      .catch(() => [])
      .then((files) => files.length > 0 && openWizard({ files }));
  }, [active]);
}

/** Mounted once in the shell: the person's uploads, the wizard, and the drop zone of the whole window. */
export function UploadsHost() {
  const { t } = useTranslation('upload');
  const user = useUser();
  const { openUpload } = useShell();
  const busy = useWizard(
    ({ opened, submitting, seed }) => submitting || (opened && seed.described !== undefined),
  );

  const elsewhere = useOwnDropsStore(({ taken }) => taken);
  const own = useOwnDrag(({ out }) => out);

  useEffect(() => {
    const end = openUploads(user._id);
    return () => {
      end();
      closeWizard();
    };
  }, [user._id]);
  useLeaveWarning();
  usePastedFiles(openUpload !== undefined && !busy);
  useSharedFiles(openUpload !== undefined);
  useKeptDraft();
  useSeedLabels();
  useRememberedPlace();

  return (
    <>
      <Dropzone.FullScreen
        active={openUpload !== undefined && !busy && !elsewhere && !own}
        onDrop={(files) => openWizard({ files })}
        zIndex="var(--z-toast)"
        classNames={{ root: styles.overlay ?? '' }}
        // Rendered only while files are dragged, so that it covers nothing otherwise.
        aria-hidden
        tabIndex={-1}
        inputProps={{ tabIndex: -1 }}
      >
        {t('file.dropAnywhere')}
      </Dropzone.FullScreen>
      <WizardDialog />
    </>
  );
}
