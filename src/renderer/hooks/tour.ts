/** One step of a guided tour. Its element is looked up when the step is shown; a step without its element is left out. */
export interface TourStep {
  /** A CSS selector, by convention `[data-tour="…"]`; none for a step about the whole screen. */
  element?: string;
  title: string;
  text: string;
}

/**
 * A screen's tour, as its `tour.ts` exports it. It is called when the tour starts, so that texts and roles are current.
 */
export type Tour = () => readonly TourStep[];
