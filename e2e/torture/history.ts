import { ACTIONS } from './actions.ts';
import { KINDS } from './contents.ts';
import { Random } from './random.ts';
import { WRITERS } from './writers.ts';

export const FAULTS = ['kill engine', 'kill server', 'freeze engine', 'full disk', 'clock jump'] as const;
export type Fault = (typeof FAULTS)[number];

export interface Step {
  /** Milliseconds after the history's start. */
  readonly at: number;
  readonly kind: 'write' | 'deed' | 'fault';
  readonly name: string;
  readonly root: number;
  /** Below the library's folder. */
  readonly path: string;
  readonly seed: number;
  /** Duration of a fault, in milliseconds. */
  readonly forMs: number;
}

export interface History {
  readonly seed: number;
  /** The person of each root: 0 and 1 may write, 2 reads. */
  readonly people: readonly number[];
  readonly steps: readonly Step[];
}

const FOLDERS = ['', '', 'Obras', 'Obras/Muelle norte', 'Contratos/2026/Marzo'];
const NAMES = ['Acta', 'Informe final', 'Presupuesto', 'Plano', 'Bitácora'];
/** Most steps are writes. */
const SHARES = { write: 0.62, deed: 0.3 };

/** The steps of a seed: the same for the same seed and options, whatever the machine does meanwhile. */
export function makeHistory(seed: number, milliseconds: number, perSecond: number): History {
  const random = new Random(seed);
  const people = random.pick([
    [0, 1],
    [0, 0, 1],
    [0, 1, 2],
  ]);
  const writing = people.map((person, root) => ({ person, root })).filter(({ person }) => person < 2);
  const steps: Step[] = [];
  for (let at = 200; at < milliseconds; at += random.int(1, Math.round(2000 / perSecond))) {
    const share = random.next();
    const kind = share < SHARES.write ? 'write' : share < SHARES.write + SHARES.deed ? 'deed' : 'fault';
    const name = random.pick<string>(
      kind === 'write' ? Object.keys(WRITERS) : kind === 'deed' ? Object.keys(ACTIONS) : FAULTS,
    );
    const folder = random.pick(FOLDERS);
    const own = kind === 'write' && (WRITERS[name]?.own === true || random.chance(0.4));
    const file = `${random.pick(NAMES)}${own ? ` ${seed}-${steps.length}` : ''}.${random.pick(KINDS)}`;
    steps.push({
      at,
      kind,
      name,
      root: random.pick(writing).root,
      path: folder ? `${folder}/${file}` : file,
      seed: random.int(1, 1e9),
      forMs: random.int(500, 6000),
    });
  }
  return { seed, people, steps };
}
