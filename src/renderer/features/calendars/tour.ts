import './catalogue.ts';
import type { Tour } from '../../hooks/tour.ts';
import { i18next } from '../../i18n/i18n.ts';

const step = (name: string, element?: string) => ({
  ...(element ? { element: `[data-tour="${element}"]` } : {}),
  title: i18next.t(`calendars:tour.${name}Title`),
  text: i18next.t(`calendars:tour.${name}Text`),
});

export const tour: Tour = () => [
  step('list', 'calendars-list'),
  step('filters', 'calendars-filters'),
  step('views', 'calendars-views'),
  step('feed', 'calendars-feed'),
];

export const createTour: Tour = () => [step('fields'), step('templates', 'calendar-templates')];

export const editTour: Tour = () => [
  step('obligations', 'calendar-obligations'),
  step('obligation', 'calendar-obligation'),
];
