import { AUDIT_ACTIONS, AUDIT_AREA_NAMES } from '#shared/audit/audit-words.ts';
import { formatDate } from '../../i18n/format.ts';
import { i18next } from '../../i18n/i18n.ts';
import type { Filters } from './queries.ts';

/** Filters in words, for paper: "Área: Documentos". @param names of the person and the thing, where they are known */
export function filterWords(filters: Filters, names: { actor?: string; target?: string }): string[] {
  const { text, area, action, actor, target, from, to } = filters;
  const lines: [label: string, value: string | undefined][] = [
    ['text', text && `«${text}»`],
    ['area', area && AUDIT_AREA_NAMES[area]],
    ['action', action && AUDIT_ACTIONS[action]],
    ['actor', actor && (names.actor ?? i18next.t('audit:filters.somebody'))],
    ['from', from && formatDate(from)],
    ['to', to && formatDate(to)],
  ];
  const words = lines.flatMap(([label, value]) =>
    value ? [`${i18next.t(label === 'text' ? 'audit:print.text' : `audit:filters.${label}`)}: ${value}`] : [],
  );
  return target ? [...words, targetFilterWords(names.target)] : words;
}

/** "Solo lo ocurrido con «Acta»". */
export const targetFilterWords = (name: string | undefined): string =>
  name ? i18next.t('audit:filters.target', { name }) : i18next.t('audit:filters.targetUnnamed');
