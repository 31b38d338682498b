/** Files that are mutated together, and the tests that are to notice. */
export interface Area {
  readonly name: string;
  /** Globs of the product's files. */
  readonly mutate: readonly string[];
  /** Globs of the tests that run against them: few, because each mutant runs those of them that reach it. */
  readonly tests: readonly string[];
}

/** What is mutated by name. A file outside is mutated with the unit tests that import it, however far away. */
export const areas: readonly Area[] = [
  {
    name: 'policies',
    mutate: ['server/policies/*.ts', 'src/shared/domain/visibility.ts', 'server/actor.ts'],
    tests: ['server/policies/*.test.ts', 'server/actor.test.ts'],
  },
  {
    name: 'report-mask',
    mutate: ['server/services/report-mask.ts'],
    tests: ['server/services/report-mask.test.ts'],
  },
  {
    name: 'planner',
    mutate: ['src/main/sync/planner.ts', 'src/main/sync/plan-*.ts'],
    tests: ['src/main/sync/planner*.test.ts', 'src/main/sync/removal-guard.test.ts'],
  },
];
