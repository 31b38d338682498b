/** The invariants by their numbers in docs/simulation.md. */
const INVARIANTS = {
  1: 'no lost bytes',
  2: 'convergence',
  3: 'atomic paths',
  4: 'a batch commutes',
  5: 'nothing twice',
  6: 'compare-and-set',
  7: 'permission',
  8: 'one tree',
} as const;

/** An invariant that does not hold; its message begins with its number and its name. */
export class Broken extends Error {
  constructor(invariant: keyof typeof INVARIANTS, what: string) {
    super(`Invariant ${invariant} (${INVARIANTS[invariant]}): ${what}`);
    this.name = 'Broken';
  }
}
