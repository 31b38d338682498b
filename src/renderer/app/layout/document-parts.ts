import { lazy } from 'react';
import type { DocumentParts } from '../../hooks/shell-actions.ts';
import { untilLoaded } from '../../hooks/until-loaded.ts';

/** What lists show of a document without opening it. Each is loaded when it is first drawn. */
export const documentParts: DocumentParts = {
  QuickLook: lazy(async () => ({
    default: (await untilLoaded(() => import('../../features/records/quick-look/quick-look.tsx'))).QuickLook,
  })),
  DeleteDialog: lazy(async () => ({
    default: (await untilLoaded(() => import('../../features/records/actions/delete-dialog.tsx')))
      .DeleteDialog,
  })),
};
