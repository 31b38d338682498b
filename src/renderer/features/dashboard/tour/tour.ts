import './catalogue.ts';
import type { Tour } from '../../../hooks/tour.ts';
import { i18next } from '../../../i18n/i18n.ts';

const STEPS = [
  { element: '[data-tour="cards"]', name: 'cards' },
  { element: '[data-tour="waiting"]', name: 'waiting' },
  { element: '[data-tour="search"]', name: 'search' },
  { element: '[data-tour="uploads"]', name: 'uploads' },
  { element: '[data-tour="notifications"]', name: 'notifications' },
] as const;

export const tour: Tour = () =>
  STEPS.map(({ element, name }) => ({
    element,
    title: i18next.t(`dashboard-tour:${name}Title`),
    text: i18next.t(`dashboard-tour:${name}Text`),
  }));
