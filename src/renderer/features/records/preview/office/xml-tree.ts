import { local, parseXml } from '#shared/office/xml.ts';
import { OfficeError, type ZipEntries } from '#shared/office/zip.ts';

/** An element without namespace prefixes. `text` is its own text and that of its children that have no elements. */
export interface Node {
  readonly name: string;
  readonly attribs: Readonly<Record<string, string>>;
  readonly children: Node[];
  text: string;
}

/** Maximum number of elements: no slide that a person drew has more. */
const ELEMENTS = 100_000;
const DEPTH = 200;

/** Parses a small part into a tree. @throws OfficeError too_large */
export function readTree(zip: ZipEntries, name: string): Node | undefined {
  const bytes = zip.read(name);
  if (!bytes) return undefined;
  const root: Node = { name: '', attribs: {}, children: [], text: '' };
  const open = [root];
  let elements = 0;
  parseXml(bytes, {
    onopentag(opened, attributes) {
      elements += 1;
      if (elements > ELEMENTS || open.length > DEPTH) throw new OfficeError('too_large');
      const attribs = Object.fromEntries(
        Object.entries(attributes).map(([key, value]) => [local(key), value]),
      );
      const node: Node = { name: local(opened), attribs, children: [], text: '' };
      open.at(-1)?.children.push(node);
      open.push(node);
    },
    ontext(data) {
      const node = open.at(-1);
      if (node) node.text += data;
    },
    onclosetag() {
      open.pop();
    },
  });
  return root.children[0];
}

export const childOf = (node: Node | undefined, name: string): Node | undefined =>
  node?.children.find((each) => each.name === name);

/** The element at a path of child names. */
export const at = (node: Node | undefined, ...path: string[]): Node | undefined =>
  path.reduce<Node | undefined>((found, name) => childOf(found, name), node);

/** All descendants with this name, in document order. */
export function* all(node: Node | undefined, name: string): Generator<Node> {
  for (const each of node?.children ?? []) {
    if (each.name === name) yield each;
    yield* all(each, name);
  }
}
