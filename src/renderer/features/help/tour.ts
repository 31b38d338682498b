import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

/** For all three screens of the help: steps without their element here are left out. */
export const tour: Tour = () => [
  step('help-search', 'help:tour.searchTitle', 'help:tour.searchText'),
  step('help-sections', 'help:tour.sectionsTitle', 'help:tour.sectionsText'),
  step('help-here', 'help:tour.hereTitle', 'help:tour.hereText'),
  step('help-questions', 'help:tour.questionsTitle', 'help:tour.questionsText'),
];

const step = (mark: string, title: string, text: string) => ({
  element: `[data-tour="${mark}"]`,
  title: i18next.t(title),
  text: i18next.t(text),
});
