/** One step of a guided tour. Its element is found when the step is shown; steps without theirs are left out. */
export interface TourStep {
  /** A CSS selector, by convention `[data-tour="…"]`; none for a step about the whole screen. */
  element?: string;
  title: string;
  text: string;
}

/** A screen's tour, as its `tour.ts` exports it: made when it starts, so that texts and roles are those of now. */
export type Tour = () => readonly TourStep[];
