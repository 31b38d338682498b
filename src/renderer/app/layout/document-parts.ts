import { lazy } from 'react';
import type { DocumentParts } from '../../hooks/shell-actions.ts';
import { untilLoaded } from '../../hooks/until-loaded.ts';

/** What lists show of a document without opening it. Each is loaded when it is first drawn. */
export const documentParts: DocumentParts = {
  QuickLook: lazy(async () => ({
    default: (await untilLoaded(() => import('../../features/records/quick-look/quick-look.tsx'))).QuickLook,
  })),
  // Beside the list of uploads, which is loaded soon after the first screen anyway.
  OwnUploads: lazy(async () => ({
    default: (await untilLoaded(() => import('./later-parts.tsx'))).OwnUploads,
  })),
  DeleteDialog: lazy(async () => ({
    default: (await untilLoaded(() => import('../../features/records/actions/delete-dialog.tsx')))
      .DeleteDialog,
  })),
};
