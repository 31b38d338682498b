import './catalogue.ts';
import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

export const tour: Tour = () => [
  {
    title: i18next.t('notifications:tour.listTitle'),
    text: i18next.t('notifications:tour.listText'),
  },
  {
    element: '[data-tour="notification-filter"]',
    title: i18next.t('notifications:tour.filterTitle'),
    text: i18next.t('notifications:tour.filterText'),
  },
  {
    element: '[data-tour="notification-actions"]',
    title: i18next.t('notifications:tour.actionsTitle'),
    text: i18next.t('notifications:tour.actionsText'),
  },
];
