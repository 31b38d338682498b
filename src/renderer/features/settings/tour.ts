import './catalogue.ts';
import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

export const tour: Tour = () => [
  {
    element: '[data-tour="settings-types"]',
    title: i18next.t('settings:tour.typesTitle'),
    text: i18next.t('settings:tour.typesText'),
  },
  {
    element: '[data-tour="settings-limits"]',
    title: i18next.t('settings:tour.limitsTitle'),
    text: i18next.t('settings:tour.limitsText'),
  },
  {
    element: '[data-tour="settings-holidays"]',
    title: i18next.t('settings:tour.holidaysTitle'),
    text: i18next.t('settings:tour.holidaysText'),
  },
  {
    element: '[data-tour="settings-passwords"]',
    title: i18next.t('settings:tour.passwordsTitle'),
    text: i18next.t('settings:tour.passwordsText'),
  },
];
