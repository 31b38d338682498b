import type { UploadSeed } from '../../../hooks/shell-actions.ts';
import { giveEvidence } from './sending/give-evidence.ts';
import { openWizard, useWizard } from './wizard-store.ts';

/**
 * Opens the wizard; files that are given as evidence are sent without it where nothing is missing. While it is open, they
 * are added to it as any others.
 */
export const open = (seed?: UploadSeed): void => {
  if (seed?.evidence && seed.files && !useWizard.getState().opened)
    void giveEvidence(seed, seed.evidence, seed.files);
  else {
    openWizard(seed);
    seed?.onTaken?.();
  }
};
