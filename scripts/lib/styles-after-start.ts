import type { Plugin } from 'vite';

const STYLES = /\s*<link rel="stylesheet"[^>]*>/g;
const PLACE = '<div id="root">';

/**
 * Moves the links to style sheets from the head to the place before the page's root. A browser paints what stands above a
 * style sheet while it still loads, and runs no module before it has come: so the frame of index.html is seen at once, and
 * nothing is seen without its styles.
 */
export function moveStyles(html: string): string {
  const links = html.match(STYLES) ?? [];
  if (!html.includes(PLACE)) throw new Error(`index.html has no ${PLACE}`);
  return html.replace(STYLES, '').replace(PLACE, `${links.map((link) => link.trim()).join('')}${PLACE}`);
}

export const stylesAfterStart: Plugin = {
  name: 'legajo:styles-after-start',
  apply: 'build',
  transformIndexHtml: { order: 'post', handler: moveStyles },
};
