import './catalogue.ts';
import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

const step = (name: string, element?: string) => ({
  ...(element ? { element: `[data-tour="${element}"]` } : {}),
  title: i18next.t(`contractors:tour.${name}Title`),
  text: i18next.t(`contractors:tour.${name}Text`),
});

export const tour: Tour = () => [
  step('what'),
  step('add', 'contractors-add'),
  step('filters', 'contractors-filters'),
  step('list', 'contractors-list'),
];

export const detailTour: Tour = () => [step('owed', 'contractors-owed'), step('gate', 'contractors-gate')];

export const gateTour: Tour = () => [step('search', 'gate-search'), step('lights', 'gate-list')];
