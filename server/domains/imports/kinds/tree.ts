import { joinPath, splitPath } from '#shared/platform/tree-path.ts';
import { t } from '../texts.ts';

/** A node of a tree: one that is there, or one that a row makes and that has its id once it is written. */
export interface TreeNode<Row> {
  readonly name: string;
  readonly parent: TreeNode<Row> | null;
  readonly row: Row | null;
  id: string | null;
}

/** The nodes of a path, from the top: `found` are known by now, `missing` are to be made below them. */
export interface TreePlace<Row> {
  readonly found: readonly TreeNode<Row>[];
  readonly missing: readonly string[];
}

interface TreeRow {
  readonly id: string;
  readonly name: string;
  readonly parent: string | null;
}

/** The tree as it is, and as earlier rows of a table leave it. @param keyOf equal for names that may not stand side by side */
export function createTree<Row extends TreeRow>(rows: readonly Row[], keyOf: (name: string) => string) {
  const nodes = new Map<string, TreeNode<Row>>();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const below = new Map<TreeNode<Row> | null, Map<string, TreeNode<Row>>>();
  const put = (node: TreeNode<Row>): TreeNode<Row> => {
    const children = below.get(node.parent) ?? new Map<string, TreeNode<Row>>();
    children.set(keyOf(node.name), node);
    below.set(node.parent, children);
    return node;
  };
  const nodeOf = (row: Row): TreeNode<Row> => {
    const known = nodes.get(row.id);
    if (known) return known;
    const above = row.parent === null ? undefined : byId.get(row.parent);
    const node = put({ name: row.name, parent: above ? nodeOf(above) : null, row, id: row.id });
    nodes.set(row.id, node);
    return node;
  };
  for (const row of rows) nodeOf(row);
  const child = (parent: TreeNode<Row> | null, name: string) => below.get(parent)?.get(keyOf(name));

  return {
    find(text: string): TreePlace<Row> {
      // A name at the top may have a stroke itself.
      const whole = child(null, text);
      if (whole) return { found: [whole], missing: [] };
      const names = splitPath(text);
      const found: TreeNode<Row>[] = [];
      for (const name of names) {
        const next = child(found.at(-1) ?? null, name);
        if (!next) break;
        found.push(next);
      }
      return { found, missing: names.slice(found.length) };
    },
    /** Adds the missing nodes of a place. @returns all of its nodes, from the top */
    add({ found, missing }: TreePlace<Row>): TreeNode<Row>[] {
      const all = [...found];
      for (const name of missing) all.push(put({ name, parent: all.at(-1) ?? null, row: null, id: null }));
      return all;
    },
  };
}

/** A stroke without spaces around it, between what could be two names: `Y/O` is one. */
const STROKE = /^([^/]{3,})\/([^/]{3,})$/;

/** Says of a new name that has a stroke that it is read as one. Absent where there is none. */
export function noteOf(missing: readonly string[]): { note?: string } {
  for (const name of missing) {
    const [, above, below] = STROKE.exec(name) ?? [];
    if (above && below) return { note: t('stroke', { above: above.trim(), below: below.trim() }) };
  }
  return {};
}

export const pathOf = (names: readonly { readonly name: string }[]): string =>
  joinPath(names.map(({ name }) => name));
