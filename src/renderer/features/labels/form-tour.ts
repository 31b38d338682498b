import './catalogue.ts';
import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

export const tour: Tour = () => [
  { title: i18next.t('labels:tour.formTitle'), text: i18next.t('labels:tour.formText') },
  {
    element: '[data-tour="label-icons"]',
    title: i18next.t('labels:tour.iconsTitle'),
    text: i18next.t('labels:tour.iconsText'),
  },
];
