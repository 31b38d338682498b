import './catalogue.ts';
import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

const STEPS = ['preview', 'info', 'actions'] as const;

export const tour: Tour = () =>
  STEPS.map((name) => ({
    element: `[data-tour="${name}"]`,
    title: i18next.t(`records:tour.${name}Title`),
    text: i18next.t(`records:tour.${name}Text`),
  }));
