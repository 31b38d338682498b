import './catalogue.ts';
import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

const step = (element: string, name: string) => ({
  element: `[data-tour="${element}"]`,
  title: i18next.t(`groups:tour.${name}Title`),
  text: i18next.t(`groups:tour.${name}Text`),
});

/** One tour for the list and the forms: a step whose element is not on the screen is skipped. */
export const tour: Tour = () => [
  step('groups-filters', 'filters'),
  step('groups-list', 'list'),
  step('groups-create', 'create'),
  step('groups-form', 'form'),
  step('groups-matrix', 'matrix'),
  step('groups-ends', 'ends'),
  step('groups-roles', 'roles'),
  step('groups-members', 'members'),
];
