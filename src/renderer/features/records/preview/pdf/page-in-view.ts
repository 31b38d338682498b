interface Placed {
  readonly index: number;
  readonly start: number;
  readonly size: number;
}

/**
 * The page that is read: the one of which the largest share is in view, the first of these. So a short document that
 * fits the pane as a whole is at its first page.
 * @param pages those near the view, in their order; in pixels from the beginning
 * @returns its number, from 1
 */
export function pageInView(pages: readonly Placed[], top: number, height: number): number {
  let best = { index: pages[0]?.index ?? 0, share: 0 };
  for (const { index, start, size } of pages) {
    const seen = Math.min(start + size, top + height) - Math.max(start, top);
    // A page higher than the pane is in view as a whole once it fills the pane.
    const share = seen / Math.min(size, height);
    if (share > best.share + 0.001) best = { index, share };
  }
  return best.index + 1;
}
