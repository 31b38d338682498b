import { clashKey } from '#shared/platform/files/names.ts';

/**
 * Files that systems write into folders by themselves, for how a folder looks and for thumbnails. They are useless once
 * their folder is gone. They are recognized by name and content, so that a person's file of such a name is not taken
 * for one.
 */

/** How many first bytes are needed to recognize such a file. */
export const NOISE_START = 64;

interface Noise {
  readonly name: RegExp;
  /** Bytes; a larger file is none. */
  readonly most: number;
  readonly begins: (start: Uint8Array) => boolean;
}

const bytes =
  (...wanted: readonly number[]) =>
  (start: Uint8Array): boolean =>
    wanted.every((byte, at) => start[at] === byte);

/** In single bytes, or in UTF-16 with its mark, as Explorer writes it. */
const section =
  (...names: readonly string[]) =>
  (start: Uint8Array): boolean => {
    const isWide = start[0] === 0xff && start[1] === 0xfe;
    const text = new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(start).trimStart().toLowerCase();
    return names.some((name) => text.startsWith(`[${name}]`));
  };

const KINDS: readonly Noise[] = [
  { name: /^\.ds_store$/u, most: 1 << 20, begins: bytes(0, 0, 0, 1, 0x42, 0x75, 0x64, 0x31) },
  // macOS keeps these beside a file where the disk has no place for them.
  { name: /^\._/u, most: 4096, begins: bytes(0, 5, 0x16, 7) },
  { name: /^thumbs\.db$/u, most: 16 << 20, begins: bytes(0xd0, 0xcf, 0x11, 0xe0) },
  {
    name: /^desktop\.ini$/u,
    most: 4096,
    begins: section('.shellclassinfo', 'localizedfilenames', 'viewstate'),
  },
  {
    name: /^\.directory$/u,
    most: 4096,
    begins: section('desktop entry', 'dolphin', 'settings', 'viewproperties'),
  },
  { name: /^icon\r$/u, most: 0, begins: () => true },
];

/** Whether a file of this name and size (bytes) may be one, so that its first bytes are worth reading. */
export function mayBeNoise(name: string, size: number): boolean {
  const kind = kindOf(name);
  return kind !== undefined && size <= kind.most;
}

/** Whether a file is one. An empty file of such a name is, because it holds nothing. */
export function isNoise(name: string, size: number, start: Uint8Array): boolean {
  return mayBeNoise(name, size) && (size === 0 || kindOf(name)?.begins(start) === true);
}

function kindOf(name: string): Noise | undefined {
  const key = clashKey(name);
  return KINDS.find((kind) => kind.name.test(key));
}
