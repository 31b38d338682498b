import './catalogue.ts';
import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

export const tour: Tour = () => [
  {
    element: 'search',
    title: i18next.t('audit:tour.filtersTitle'),
    text: i18next.t('audit:tour.filtersText'),
  },
  {
    element: '[role="table"]',
    title: i18next.t('audit:tour.listTitle'),
    text: i18next.t('audit:tour.listText'),
  },
];
