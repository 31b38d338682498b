import { parseArgs } from 'node:util';

const KIB = 1024;
const UNITS: Readonly<Record<string, number>> = { '': 1, kib: KIB, mib: KIB ** 2, gib: KIB ** 3 };

export interface Options {
  /** Size of the large file in bytes. */
  readonly size: number;
  /** Number of small files. */
  readonly files: number;
  readonly records: readonly number[];
  /** Number of searches of each kind. */
  readonly runs: number;
  readonly edits: number;
  /** Number of files in sync's tree. */
  readonly tree: number;
  /** Numbers of files for which sync's growth is measured. */
  readonly growth: readonly number[];
  /** Milliseconds. */
  readonly settle: number;
  readonly engines: readonly string[];
  /** Address of an existing PostgreSQL, which is filled once and reused by later runs. */
  readonly database: string | undefined;
}

/** Options of the command line; each part uses those that concern it. */
export function readOptions(args = process.argv.slice(2)): Options {
  const { values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      size: { type: 'string', default: '1GiB' },
      files: { type: 'string', default: '2000' },
      records: { type: 'string', default: '10000,100000' },
      runs: { type: 'string', default: '60' },
      edits: { type: 'string', default: '50' },
      tree: { type: 'string', default: '10000' },
      growth: { type: 'string', default: '1000,10000,100000' },
      settle: { type: 'string', default: '2000' },
      database: { type: 'string' },
      engine: { type: 'string', default: 'pglite,postgres' },
    },
  });
  return {
    size: bytes(values.size),
    files: whole('files', values.files),
    records: values.records.split(',').map((each) => whole('records', each)),
    runs: whole('runs', values.runs),
    edits: whole('edits', values.edits),
    tree: whole('tree', values.tree),
    growth: values.growth.split(',').map((each) => whole('growth', each)),
    settle: whole('settle', values.settle),
    engines: values.engine.split(','),
    database: values.database,
  };
}

function whole(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} wants a whole number above zero`);
  return value;
}

function bytes(text: string): number {
  const match = /^(\d+)(|KiB|MiB|GiB)$/i.exec(text);
  if (!match) throw new Error('--size wants bytes, or a size such as 256MiB or 1GiB');
  return Number(match[1]) * (UNITS[match[2]?.toLowerCase() ?? ''] ?? 1);
}
