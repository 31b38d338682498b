import './catalogue.ts';
import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

/** One tour for the three screens of the help: a step whose element is not on the screen is skipped. */
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
