import type { Plugin } from 'vite';

const ID = '\0legajo:no-fetch-adapter';

/**
 * Leaves out axios's adapter for `fetch`, which is its second choice where there is XMLHttpRequest: in every browser and
 * in the desktop's window.
 */
export const onlyXhr: Plugin = {
  name: 'legajo:only-xhr',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === './fetch.js' && importer?.endsWith('/axios/lib/adapters/adapters.js') ? ID : null,
  load: (id) => (id === ID ? 'export const getFetch = () => undefined;' : null),
};
