import './catalogue.ts';
import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

const step = (name: string, element?: string) => ({
  ...(element ? { element: `[data-tour="${element}"]` } : {}),
  title: i18next.t(`users:tour.${name}Title`),
  text: i18next.t(`users:tour.${name}Text`),
});

/** The tour of the list. */
export const tour: Tour = () => [
  step('list'),
  step('filters', 'users-filters'),
  step('import', 'users-import'),
  step('create', 'users-create'),
];

export const createTour: Tour = () => [step('invite'), step('roles'), step('libraries')];

export const editTour: Tour = () => [
  step('edit'),
  step('libraries'),
  step('account', 'users-account'),
  step('access', 'users-access'),
];
