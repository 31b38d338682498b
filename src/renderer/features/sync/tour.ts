import './catalogue.ts';
import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

export const tour: Tour = () => [{ title: i18next.t('sync:tour.title'), text: i18next.t('sync:tour.text') }];
