import './catalogue.ts';
import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

const step = (name: 'name' | 'security' | 'sessions') => ({
  element: `[data-tour="profile-${name}"]`,
  title: i18next.t(`profile:tour.${name}Title`),
  text: i18next.t(`profile:tour.${name}Text`),
});

export const tour: Tour = () => [step('name'), step('security'), step('sessions')];
