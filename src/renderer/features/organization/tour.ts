import './catalogue.ts';
import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

export const tour: Tour = () => [
  { title: i18next.t('organization:tour.formTitle'), text: i18next.t('organization:tour.formText') },
  {
    element: '[data-tour="organization-logo"]',
    title: i18next.t('organization:tour.logoTitle'),
    text: i18next.t('organization:tour.logoText'),
  },
];
