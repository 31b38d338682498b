interface Placed {
  _id: string;
  name: string;
}

/** A label as it is shown: `root / parent / name`, without repeating a name. */
export function labelPath(label: Placed & { parent: Placed | null; rootParent: Placed | null }): string {
  const { parent, rootParent } = label;
  const above = [rootParent, parent].filter(
    (each, at, all): each is Placed =>
      each !== null && each._id !== label._id && all.findIndex((other) => other?._id === each._id) === at,
  );
  return [...above, label].map(({ name }) => name).join(' / ');
}
