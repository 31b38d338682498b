import './catalogue.ts';
import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

export const tour: Tour = () => [
  {
    element: '[data-tour="labels-tree"]',
    title: i18next.t('labels:tour.treeTitle'),
    text: i18next.t('labels:tour.treeText'),
  },
  {
    element: '[data-tour="labels-new"]',
    title: i18next.t('labels:tour.newTitle'),
    text: i18next.t('labels:tour.newText'),
  },
];
