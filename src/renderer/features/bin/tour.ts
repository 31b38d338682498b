import './catalogue.ts';
import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

export const tour: Tour = () => [
  { title: i18next.t('bin:tour.listTitle'), text: i18next.t('bin:tour.listText') },
  { title: i18next.t('bin:tour.retentionTitle'), text: i18next.t('bin:tour.retentionText') },
  { title: i18next.t('bin:tour.holdsTitle'), text: i18next.t('bin:tour.holdsText') },
];
