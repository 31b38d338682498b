import type { TemplateRule } from '#shared/compliance/templates.ts';
import type {
  SetCalendar,
  SetFolder,
  SetLabel,
  SetLibrary,
  SetObligation,
  SetType,
  StarterSet,
} from './sets/set.ts';

interface Head {
  /** Names it within its set. */
  readonly key: string;
  readonly name: string;
  /** Key of what it lies in. */
  readonly within: string | null;
  readonly needs: readonly string[];
}

/** One thing that a set makes, with the keys of what it refers to. */
export type SetItem =
  | (Head & { readonly kind: 'type'; readonly type: SetType })
  | (Head & { readonly kind: 'label'; readonly icon: string })
  | (Head & { readonly kind: 'library'; readonly description: string; readonly labels: readonly string[] })
  | (Head & { readonly kind: 'folder'; readonly library: string; readonly labels: readonly string[] })
  | (Head & { readonly kind: 'rule'; readonly folder: string; readonly rule: TemplateRule })
  | (Head & { readonly kind: 'calendar'; readonly description: string })
  | (Head & {
      readonly kind: 'obligation';
      readonly calendar: string;
      /** Key of the folder that shows it. It is made without one where there is no such folder. */
      readonly folder: string;
      readonly obligation: SetObligation;
    });
export type SetItemOf<K extends SetItem['kind']> = Extract<SetItem, { kind: K }>;

export const typeKey = (code: string): string => `type:${code}`;
const labelKey = (path: string): string => `label:${path}`;
const folderKey = (path: string): string => `folder:${path}`;
const labelKeys = (paths: readonly string[] = []): string[] => paths.map(labelKey);
const listed = (key: string | null): string[] => (key === null ? [] : [key]);

/** What a set makes, in an order in which it can be made: what something needs comes before it. */
export function itemsOf(set: StarterSet): SetItem[] {
  return [
    ...set.types.map((type): SetItem => {
      const head = { key: typeKey(type.code), name: type.name, within: null, needs: [] };
      return { kind: 'type', ...head, type };
    }),
    ...set.labels.flatMap((label) => labelItems(label, null)),
    ...set.libraries.map(libraryItem),
    ...set.libraries.flatMap(({ name, folders }) =>
      folders.flatMap((folder) => folderItems(folder, `library:${name}`, null, name)),
    ),
    ...set.libraries.flatMap(({ name, folders }) => folders.flatMap((folder) => ruleItems(folder, name))),
    ...set.calendars.flatMap(calendarItems),
  ];
}

function labelItems({ name, icon, children = [] }: SetLabel, above: string | null): SetItem[] {
  const path = above === null ? name : `${above} / ${name}`;
  const within = above === null ? null : labelKey(above);
  const item: SetItem = { kind: 'label', key: labelKey(path), name, within, needs: listed(within), icon };
  return [item, ...children.flatMap((child) => labelItems(child, path))];
}

const libraryItem = ({ name, description, labels }: SetLibrary): SetItem => ({
  ...{ kind: 'library', key: `library:${name}`, name, within: null, needs: [] },
  ...{ description, labels: labelKeys(labels) },
});

function folderItems(folder: SetFolder, library: string, parent: string | null, above: string): SetItem[] {
  const path = `${above} / ${folder.name}`;
  const key = folderKey(path);
  const within = parent ?? library;
  const item: SetItem = {
    ...{ kind: 'folder', key, name: folder.name, within, needs: [within] },
    ...{ library, labels: labelKeys(folder.labels) },
  };
  return [item, ...(folder.folders ?? []).flatMap((child) => folderItems(child, library, key, path))];
}

function ruleItems({ name, rules = [], folders = [] }: SetFolder, above: string): SetItem[] {
  const path = `${above} / ${name}`;
  const folder = folderKey(path);
  return [
    ...rules.map((rule): SetItem => {
      const needs = [folder, typeKey(rule.type.code)];
      const key = `rule:${path} / ${rule.code}`;
      return { kind: 'rule', key, name: rule.name, within: folder, needs, folder, rule };
    }),
    ...folders.flatMap((child) => ruleItems(child, path)),
  ];
}

function calendarItems({ name, description, obligations }: SetCalendar): SetItem[] {
  const calendar = `calendar:${name}`;
  return [
    { kind: 'calendar', key: calendar, name, within: null, needs: [], description },
    ...obligations.map((obligation): SetItem => {
      const { title, type, place } = obligation;
      const needs = [calendar, ...(type === null ? [] : [typeKey(type)])];
      const head = { key: `obligation:${title}`, name: title, within: calendar, needs };
      return { kind: 'obligation', ...head, calendar, folder: folderKey(place), obligation };
    }),
  ];
}
