import type { Label } from '#shared/schemas/label.ts';

/** `root / parent / name` (spec §3); a root that is the parent too is said once. */
export function labelPath(label: Pick<Label, 'name' | 'parent' | 'rootParent'>): string {
  const { rootParent, parent, name } = label;
  const above = rootParent && rootParent._id !== parent?._id ? [rootParent.name] : [];
  return [...above, ...(parent ? [parent.name] : []), name].join(' / ');
}
