import './catalogue.ts';
import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

const step = (name: string) => ({
  element: `[data-tour="report-${name}"]`,
  title: i18next.t(`report:tour.${name}Title`),
  text: i18next.t(`report:tour.${name}Text`),
});

export const tour: Tour = () => [
  step('day'),
  step('filters'),
  step('totals'),
  step('views'),
  step('folders'),
  step('export'),
  step('mails'),
  step('freeze'),
];
