import burner from '@kenjiuno/msgreader/lib/Burner.js';
import { strToU8 } from 'fflate';

/** The kinds of entries of a compound file. */
const FOLDER = 1;
const STREAM = 2;
const ROOT = 5;

const UNICODE = '001F';
const BINARY = '0102';
const SECOND = 10_000_000n;
/** Seconds from 1601, where Windows begins to count, to 1970. */
const EPOCH = 11_644_473_600n;

type Streams = Readonly<Record<string, Uint8Array>>;
interface Storage {
  readonly streams: Streams;
  readonly folders?: Readonly<Record<string, Storage>>;
}

export interface OutlookItem {
  readonly subject: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly to?: { readonly name: string; readonly address: string };
  readonly cc?: { readonly name: string; readonly address: string };
  readonly text?: string;
  readonly html?: string;
  readonly sent?: Date;
  readonly attached?: Readonly<Record<string, Uint8Array>>;
}

const unicode = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf16le'));
const streamOf = (tag: string, type: string): string => `__substg1.0_${tag}${type}`;
const texts = (given: Readonly<Record<string, string | undefined>>): Streams =>
  Object.fromEntries(
    Object.entries(given).flatMap(([tag, text]) =>
      text === undefined ? [] : [[streamOf(tag, UNICODE), unicode(text)]],
    ),
  );

/** The stream of values that have a fixed size: a header, and sixteen bytes each. */
function properties(header: number, values: readonly (readonly [tag: number, value: bigint])[]): Streams {
  const bytes = Buffer.alloc(header + 16 * values.length);
  for (const [at, [tag, value]] of values.entries()) {
    bytes.writeUInt32LE(tag, header + 16 * at);
    bytes.writeUInt32LE(6, header + 16 * at + 4);
    bytes.writeBigInt64LE(value, header + 16 * at + 8);
  }
  return { '__properties_version1.0': new Uint8Array(bytes) };
}

const recipient = (kind: 1n | 2n, { name, address }: OutlookItem['from']): Storage => ({
  streams: { ...texts({ '3001': name, '39FE': address }), ...properties(8, [[0x0c150003, kind]]) },
});

const attachment = ([name, content]: readonly [string, Uint8Array]): Storage => ({
  streams: {
    ...texts({ '3707': name }),
    // A copy: the writer takes the whole buffer that the bytes are a part of.
    [streamOf('3701', BINARY)]: new Uint8Array(content),
    // By value.
    ...properties(8, [[0x37050003, 1n]]),
  },
});

/** A message as Outlook keeps it (`.msg`), by MS-OXMSG. */
export function outlookItem(item: OutlookItem): Buffer {
  const { subject, from, to, cc, text, html, sent, attached = {} } = item;
  const people = [...(to ? [recipient(1n, to)] : []), ...(cc ? [recipient(2n, cc)] : [])];
  const numbered = (name: string, list: readonly Storage[]) =>
    list.map((each, at) => [`__${name}_version1.0_#${String(at).padStart(8, '0')}`, each] as const);
  const day = sent && (BigInt(sent.getTime() / 1000) + EPOCH) * SECOND;
  return burned({
    streams: {
      ...texts({
        '001A': 'IPM.Note',
        '0037': subject,
        '0C1A': from.name,
        '5D01': from.address,
        '1000': text,
      }),
      ...(html === undefined ? {} : { [streamOf('1013', BINARY)]: strToU8(html) }),
      ...properties(32, [[0x3fde0003, 65001n], ...(day === undefined ? [] : [[0x00390040, day] as const])]),
    },
    folders: Object.fromEntries([
      ...numbered('recip', people),
      ...numbered('attach', Object.entries(attached).map(attachment)),
    ]),
  });
}

/** A compound file of this tree. */
export function burned(root: Storage): Buffer {
  const entries: Parameters<typeof burner.burn>[0] = [];
  const put = (name: string, type: number, { streams, folders = {} }: Storage): number => {
    const at = entries.push({ name, type, length: 0, children: [] }) - 1;
    const children = [
      ...Object.entries(streams).map(
        ([stream, bytes]) =>
          entries.push({ name: stream, type: STREAM, length: bytes.length, binaryProvider: () => bytes }) - 1,
      ),
      ...Object.entries(folders).map(([folder, storage]) => put(folder, FOLDER, storage)),
    ];
    Object.assign(entries[at] ?? {}, { children });
    return at;
  };
  put('Root Entry', ROOT, root);
  return Buffer.from(burner.burn(entries));
}
