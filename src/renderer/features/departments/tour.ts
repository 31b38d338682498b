import './catalogue.ts';
import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

const step = (element: string, name: string) => ({
  element: `[data-tour="${element}"]`,
  title: i18next.t(`departments:tour.${name}Title`),
  text: i18next.t(`departments:tour.${name}Text`),
});

/** One tour for the tree and the forms: a step whose element is not on the screen is skipped. */
export const tour: Tour = () => [
  step('departments-tree', 'tree'),
  step('departments-create', 'create'),
  step('departments-form', 'form'),
  step('departments-delete', 'delete'),
];
