import { groupBy } from '../platform/group-by.ts';
import type { Span } from './timeline.ts';

/**
 * Exactly three (docs/domain/compliance.md): no active rule, complies, does not comply. Warnings and "por vencer" have
 * no colour.
 */
export const COLOURS = ['none', 'ok', 'fail'] as const;
export type Colour = (typeof COLOURS)[number];

export interface Standing {
  readonly colour: Colour;
  /** "Por vencer", for a folder that complies. */
  readonly dueSoon: boolean;
}

export interface Node {
  readonly id: string;
  readonly parent: string | null;
}

/**
 * How folders stand with everything below them: red where a blocking rule fails there, green where there are rules and
 * none does. A folder whose rules are for its sub-folders has rules even while it has no sub-folder.
 * @param ruled folders with an active rule of their own, of either kind
 * @returns the standing of each folder, and of the library under the key null
 */
export function rollUp(
  nodes: readonly Node[],
  own: ReadonlyMap<string, Pick<Span, 'rules' | 'blocking' | 'dueSoon'>>,
  ruled: ReadonlySet<string>,
): Map<string | null, Standing> {
  const known = new Set(nodes.map((node) => node.id));
  const children = groupBy(nodes, (node) => (known.has(node.parent ?? '') ? node.parent : null));
  const found = new Map<string | null, Standing>();
  const visit = (id: string | null): Standing => {
    const self = id === null ? undefined : own.get(id);
    let colour: Colour = (self && self.rules > 0) || (id !== null && ruled.has(id)) ? 'ok' : 'none';
    if (self && self.blocking > 0) colour = 'fail';
    let dueSoon = self?.dueSoon ?? false;
    for (const child of children.get(id) ?? []) {
      const below = visit(child.id);
      if (below.colour === 'fail' || colour === 'none') colour = below.colour;
      dueSoon ||= below.dueSoon;
    }
    const standing = { colour, dueSoon: dueSoon && colour === 'ok' };
    found.set(id, standing);
    return { colour, dueSoon };
  };
  visit(null);
  return found;
}
