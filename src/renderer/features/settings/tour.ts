import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

export const tour: Tour = () => [
  {
    element: '[data-tour="settings-types"]',
    title: i18next.t('settings:tour.typesTitle'),
    text: i18next.t('settings:tour.typesText'),
  },
];
