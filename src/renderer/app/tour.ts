import { type Driver, driver } from 'driver.js';
import 'driver.js/dist/driver.css';
import { openSheet } from '../hooks/sheet-history.ts';
import type { TourStep } from '../hooks/tour.ts';
import { isNarrow } from '../hooks/use-narrow.ts';
import { i18next } from '../i18n/i18n.ts';
import './tour.css';

let running: Driver | undefined;
/** Takes the tour's entry out of the history: on a phone, going back ends it. */
let closeSheet: (() => void) | undefined;

/**
 * Starts a tour over the page.
 * @returns ends it; undefined where the page has none of its elements
 */
export function startTour(steps: readonly TourStep[]): (() => void) | undefined {
  endTour();
  const here = steps.filter((step) => !step.element || document.querySelector(step.element));
  if (here.length === 0) return undefined;
  running = driver({
    popoverClass: 'legajo-tour',
    showProgress: here.length > 1,
    progressText: i18next.t('app:tour.progress', { current: '{{current}}', total: '{{total}}' }),
    nextBtnText: i18next.t('app:tour.next'),
    prevBtnText: i18next.t('app:tour.previous'),
    doneBtnText: i18next.t('app:tour.done'),
    overlayOpacity: 0.4,
    stageRadius: 10,
    stagePadding: 6,
    allowKeyboardControl: false,
    animate: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    steps: here.map(({ element, title, text }) => ({
      ...(element ? { element } : {}),
      popover: { title, description: text },
    })),
    // The library names its button in English. Its header and footer are no landmarks, and the highlighted element is no
    // button that opens it: the roles that say so are taken away.
    onPopoverRender: ({ wrapper, closeButton }) => {
      closeButton.setAttribute('aria-label', i18next.t('close'));
      for (const part of wrapper.querySelectorAll('header, footer'))
        part.setAttribute('role', 'presentation');
    },
    onHighlighted: (element) => {
      for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) element?.removeAttribute(name);
    },
    onDestroyed: forget,
  });
  window.addEventListener('keydown', onKey, { capture: true });
  running.drive();
  if (isNarrow()) closeSheet = openSheet(endTour);
  return endTour;
}

/**
 * Arrow keys and Escape. The library handles these keys too, but drops those pressed while it moves to a step. The page
 * below receives none of them.
 */
function onKey(event: KeyboardEvent): void {
  if (!running) return;
  if (event.key === 'Escape') endTour();
  else if (event.key === 'ArrowRight') running.moveNext();
  else if (event.key !== 'ArrowLeft') return;
  else if (running.hasPreviousStep()) running.movePrevious();
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Ends the running tour, if there is one. */
function endTour(): void {
  const tour = running;
  // Not left to the library: it does not tell of the end of a tour whose first step is not drawn yet.
  forget();
  tour?.destroy();
}

function forget(): void {
  window.removeEventListener('keydown', onKey, { capture: true });
  running = undefined;
  closeSheet?.();
  closeSheet = undefined;
}
