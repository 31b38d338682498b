/** A piece of code of one kind, or of none. */
export type Token = readonly [text: string, kind?: TokenKind];
export type TokenKind = 'keyword' | 'string' | 'number' | 'name' | 'comment';

/** Maps the library's hundred or so kinds to the few that are coloured. */
const KINDS: Readonly<Record<string, TokenKind>> = {
  keyword: 'keyword',
  built_in: 'keyword',
  type: 'keyword',
  operator: 'keyword',
  literal: 'number',
  number: 'number',
  string: 'string',
  regexp: 'string',
  char: 'string',
  link: 'string',
  comment: 'comment',
  doctag: 'comment',
  meta: 'comment',
  quote: 'comment',
  title: 'name',
  name: 'name',
  attr: 'name',
  attribute: 'name',
  property: 'name',
  section: 'name',
  tag: 'name',
  selector: 'name',
};

/** The part of lowlight's tree that is used. */
export interface TreeNode {
  readonly type: string;
  readonly value?: string;
  readonly properties?: { readonly className?: unknown };
  readonly children?: readonly TreeNode[];
}

const kindOf = (node: TreeNode): TokenKind | undefined => {
  const names = node.properties?.className;
  const [first = ''] = Array.isArray(names) ? names.map(String) : [];
  const name = first.replace(/^hljs-/, '');
  return KINDS[name] ?? KINDS[name.split('-')[0] ?? ''];
};

/** Lines in a block. The browser does not lay out blocks far from the view. */
export const BLOCK_LINES = 100;
/** Length at which a very long line is broken. */
const BLOCK_CHARACTERS = 10_000;

/** Converts a tree to blocks of lines; the innermost kind counts. All blocks together are exactly the text. */
export function blocksOf(root: TreeNode): Token[][] {
  const blocks: Token[][] = [[]];
  let lines = 0;
  let characters = 0;
  const put = (text: string, kind: TokenKind | undefined): void => {
    for (const piece of text.split(/(?<=\n)/)) {
      for (let at = 0; at < piece.length; at += BLOCK_CHARACTERS) {
        const part = piece.slice(at, at + BLOCK_CHARACTERS);
        if (lines >= BLOCK_LINES || characters + part.length > BLOCK_CHARACTERS) {
          blocks.push([]);
          lines = 0;
          characters = 0;
        }
        blocks.at(-1)?.push(kind ? [part, kind] : [part]);
        characters += part.length;
      }
      if (piece.endsWith('\n')) lines += 1;
    }
  };
  const walk = (node: TreeNode, kind: TokenKind | undefined): void => {
    if (node.type === 'text') put(node.value ?? '', kind);
    else for (const child of node.children ?? []) walk(child, kindOf(child) ?? kind);
  };
  walk(root, undefined);
  return blocks.map(joined);
}

/** Joins adjacent pieces of one kind. */
function joined(tokens: readonly Token[]): Token[] {
  const found: [string, TokenKind?][] = [];
  for (const [text, kind] of tokens) {
    const last = found.at(-1);
    if (last && last[1] === kind) last[0] += text;
    else found.push(kind ? [text, kind] : [text]);
  }
  return found;
}
