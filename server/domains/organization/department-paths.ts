import { joinPath, splitPath } from '#shared/platform/tree-path.ts';
import { foldTitle } from '../../platform/tables/reading/fold-title.ts';

/** A department with the names of those above it: `Operaciones / Obras`. */
export interface PlacedDepartment {
  readonly id: string;
  readonly name: string;
  readonly path?: string;
}

/** Equal for paths whose names are equal apart from case and accents. */
export const departmentKey = (path: string): string => splitPath(path).map(foldTitle).join('/');

/** Each with its path. */
export function departmentPaths(
  rows: readonly { readonly _id: string; readonly name: string; readonly parent: string | null }[],
): PlacedDepartment[] {
  const byId = new Map(rows.map((row) => [row._id, row]));
  const namesOf = (id: string | null, below: readonly string[] = []): readonly string[] => {
    const row = id === null ? undefined : byId.get(id);
    // The tree has no cycles: its writes refuse them.
    return row ? namesOf(row.parent, [row.name, ...below]) : below;
  };
  return rows.map(({ _id: id, name }) => ({ id, name, path: joinPath(namesOf(id)) }));
}

/** How each is written so that it is found again: by its name, or by its path where others have the name too. */
export function departmentNames(departments: readonly PlacedDepartment[]): Map<string, string> {
  const alike = Map.groupBy(departments, ({ name }) => foldTitle(name));
  return new Map(
    departments.map(({ id, name, path = name }) => [
      id,
      (alike.get(foldTitle(name)) ?? []).length > 1 ? path : name,
    ]),
  );
}

/** Those that a text names: by exact name, else by a name that reads alike, else by the path. */
export function departmentsNamed(
  text: string,
  among: readonly PlacedDepartment[],
): readonly PlacedDepartment[] {
  const exact = among.filter((each) => each.name === text);
  if (exact.length === 1) return exact;
  const alike = among.filter((each) => foldTitle(each.name) === foldTitle(text));
  if (alike.length === 1) return alike;
  const placed = among.filter(
    (each) => each.path !== undefined && departmentKey(each.path) === departmentKey(text),
  );
  return placed.length > 0 ? placed : alike;
}
