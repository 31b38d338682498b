import type { DepartmentRow } from '#shared/organization/departments.schemas.ts';
import { groupBy } from '#shared/platform/group-by.ts';
import { foldedKey, sortKey } from '#shared/platform/texts/sort-key.ts';

/** A department with those below it, sorted by Spanish rules. */
export interface Branch {
  department: DepartmentRow;
  children: Branch[];
}

/** Builds the tree. A department whose parent is missing is put at the top. */
export function treeOf(rows: readonly DepartmentRow[]): Branch[] {
  const ids = new Set(rows.map(({ _id }) => _id));
  const below = groupBy(rows, ({ parent }) => (parent && ids.has(parent) ? parent : null));
  const branches = (parent: string | null): Branch[] =>
    [...(below.get(parent) ?? [])]
      .sort((a, b) => (sortKey(a.name) < sortKey(b.name) ? -1 : 1))
      .map((department) => ({ department, children: branches(department._id) }));
  return branches(null);
}

/** Departments whose name matches a text, with their ancestors. */
export function matching(branches: readonly Branch[], text: string): Branch[] {
  const wanted = foldedKey(text);
  if (wanted === '') return [...branches];
  return branches.flatMap((branch) => {
    const children = matching(branch.children, text);
    const { name, head } = branch.department;
    const own = foldedKey(`${name} ${head ? `${head.firstname} ${head.lastname}` : ''}`).includes(wanted);
    return own || children.length > 0 ? [{ ...branch, children }] : [];
  });
}

export interface Place {
  value: string;
  /** Path of names from the top, joined by ` / `. */
  label: string;
}

/** Possible parents for a department: all except itself and those below it. */
export function placesFor(branches: readonly Branch[], self: string | undefined, above = ''): Place[] {
  return branches.flatMap(({ department, children }) => {
    if (department._id === self) return [];
    const label = above ? `${above} / ${department.name}` : department.name;
    return [{ value: department._id, label }, ...placesFor(children, self, label)];
  });
}
