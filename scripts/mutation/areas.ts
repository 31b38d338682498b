/** Files that are mutated together, and the tests that are to notice. */
export interface Area {
  readonly name: string;
  /** Globs of the product's files. */
  readonly mutate: readonly string[];
  /** Globs of the tests that run against them: few, because each mutant runs those of them that reach it. */
  readonly tests: readonly string[];
  /** Tests that take long, of generated cases or of a whole server: they see only what the others did not notice. */
  readonly later?: readonly string[];
  /** How much longer than its tests a mutant may take before it counts as one that never ends; 20 s else. */
  readonly timeoutSeconds?: number;
}

/** What is mutated by name. A file outside is mutated with the unit tests that import it, however far away. */
export const areas: readonly Area[] = [
  {
    name: 'policies',
    mutate: ['server/policies/*.ts', 'src/shared/domain/visibility.ts', 'server/actor.ts'],
    tests: ['server/policies/*.test.ts', 'server/actor.test.ts', 'src/shared/domain/visibility.test.ts'],
    later: ['server/policies/*.int.test.ts'],
  },
  {
    name: 'report-mask',
    mutate: ['server/services/report-mask.ts'],
    tests: ['server/services/report-mask.test.ts'],
  },
  {
    name: 'identity',
    mutate: ['server/identity/{attempts,keys,notice-links,passwords,sealed,tokens,totp}.ts'],
    tests: ['server/identity/{attempts*,keys,notice-links,passwords,sealed,tokens,totp}.test.ts'],
  },
  {
    // Their own tests are of a database without a server: those of whole servers would take ten times as long.
    name: 'sessions',
    mutate: [
      'server/identity/{authenticate,guesses,known-devices,refresh-tokens,reset-codes,second-factor}.ts',
    ],
    tests: ['server/identity/authenticate.test.ts', 'server/identity/*.int.test.ts'],
  },
  {
    name: 'limits',
    mutate: ['server/limits/*.ts'],
    tests: ['server/limits/*.test.ts'],
    later: ['server/limits/*.int.test.ts'],
  },
  {
    name: 'heavy',
    mutate: ['server/heavy/*.ts'],
    tests: ['server/heavy/*.test.ts'],
  },
  {
    name: 'signed-links',
    mutate: ['server/http/signed-links.ts'],
    tests: ['server/http/signed-links.int.test.ts'],
  },
  {
    name: 'planner',
    mutate: ['src/main/sync/planner.ts', 'src/main/sync/plan-*.ts'],
    tests: ['src/main/sync/planner*.test.ts'],
    later: ['src/main/sync/{planner.property,replan}.test.ts'],
  },
  {
    name: 'uploads',
    mutate: ['server/uploads/*.ts'],
    tests: ['server/uploads/*.test.ts'],
    later: ['server/uploads/*.int.test.ts', 'server/http/uploads.int.test.ts'],
  },
  {
    name: 'calendars',
    mutate: ['src/shared/domain/calendars/*.ts'],
    tests: ['src/shared/domain/calendars/*.test.ts'],
    later: ['src/shared/domain/calendars/*.property.test.ts'],
    timeoutSeconds: 8,
  },
  {
    name: 'compliance',
    mutate: ['src/shared/domain/compliance/*.ts'],
    tests: ['src/shared/domain/compliance/*.test.ts'],
    later: ['src/shared/domain/compliance/*.property.test.ts'],
    timeoutSeconds: 8,
  },
  {
    name: 'domain',
    // Without tables of words, limits and drawings: a test of one would be a second copy of it.
    mutate: [
      'src/shared/domain/!(visibility|audit|audit-words|bin|file-texts|label-icons|limits|notification-types|roles|worker-scripts).ts',
    ],
    tests: ['src/shared/domain/*.test.ts'],
  },
];
