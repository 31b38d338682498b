import { Pages } from '../../platform/pages/pages.ts';

/** Pages of a server on which nothing draws them. */
export const noPages = (dataDir: string): Pages =>
  new Pages(
    { dataDir, maxBytes: 0, freeBytes: 0 },
    { office: async () => null, photo: async () => null, thumbnail: async () => null },
  );
