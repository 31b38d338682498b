import './catalogue.ts';
import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

const STEPS = ['filters', 'libraries', 'tree'] as const;

export const tour: Tour = () =>
  STEPS.map((name) => ({
    element: `[data-tour="${name}"]`,
    title: i18next.t(`library:tour.${name}Title`),
    text: i18next.t(`library:tour.${name}Text`),
  }));
