/** Shares of the size on paper. */
const STEPS = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32] as const;
/** How many times its size on paper a page can be seen at least: what is small on a large plan is read there. */
const PAPER = 4;
/** How many times its fitted size: a ticket is large already when it is fitted. */
const FITTED = 4;
/** Files may be hostile: a page may claim to be kilometres wide. In CSS pixels. */
const WIDEST = 100_000;

/**
 * The steps of the zoom for a page, as shares of its size on paper.
 * @param paper its width on paper in CSS pixels
 * @param fitted the share at which it is fitted to the pane
 */
export function zoomSteps(paper: number, fitted: number): readonly number[] {
  const largest = Math.max(PAPER, FITTED * fitted);
  const last = STEPS.find((step) => step >= largest) ?? Number.POSITIVE_INFINITY;
  return STEPS.filter((step) => step >= fitted / FITTED && step <= last && step * paper <= WIDEST);
}
