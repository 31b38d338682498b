import './catalogue.ts';
import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

const STEPS = ['kinds', 'items', 'making'] as const;

export const tour: Tour = () =>
  STEPS.map((name) => ({
    element: `[data-tour="starting-${name}"]`,
    title: i18next.t(`starting:tour.${name}Title`),
    text: i18next.t(`starting:tour.${name}Text`),
  }));
