import './catalogue.ts';
import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

const step = (name: 'limits' | 'ignore') => ({
  element: `[data-tour="computer-${name}"]`,
  title: i18next.t(`sync:computer.tour.${name}Title`),
  text: i18next.t(`sync:computer.tour.${name}Text`),
});

export const tour: Tour = () => [step('limits'), step('ignore')];
