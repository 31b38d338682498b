import { UploadsDropdown } from './dropdown/uploads-dropdown.tsx';
import { runningUploads } from './engine/engine.ts';
import { uploadVersion } from './engine/upload-version.ts';
import { UploadsHost } from './uploads-host.tsx';
import { openWizard } from './wizard/wizard-store.ts';

/** What this feature gives the shell. */
export const uploadsSlot = {
  Dropdown: UploadsDropdown,
  Host: UploadsHost,
  open: openWizard,
  uploadVersion,
  running: runningUploads,
};
