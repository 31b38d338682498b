/** Files that are mutated together, and the tests that must notice. */
export interface Area {
  readonly name: string;
  /** Globs of the product's files. */
  readonly mutate: readonly string[];
  /** Globs of the tests to run. Few, because each mutant runs those of them that reach it. */
  readonly tests: readonly string[];
  /** Slow tests, with generated cases or a whole server. They run only for mutants that the others did not notice. */
  readonly later?: readonly string[];
  /**
   * How much longer than its tests, in milliseconds, a mutant may take before it counts as an endless loop; 20 s by
   * default.
   */
  readonly timeoutSeconds?: number;
}

/** Areas by name. A file outside of them is mutated with the unit tests that import it, directly or not. */
export const areas: readonly Area[] = [
  {
    name: 'policies',
    mutate: [
      'server/domains/access/*.policy.ts',
      'server/domains/calendars/calendars.policy.ts',
      'src/shared/access/visibility.ts',
      'server/platform/actor.ts',
    ],
    tests: [
      'server/domains/*/*.policy.test.ts',
      'server/platform/actor.test.ts',
      'src/shared/access/visibility.test.ts',
    ],
    later: ['server/domains/access/*.int.test.ts'],
  },
  {
    name: 'report-mask',
    mutate: ['server/domains/report/frozen/report-mask.ts'],
    tests: ['server/domains/report/frozen/report-mask.test.ts'],
  },
  {
    name: 'identity',
    mutate: ['server/domains/identity/*/{attempts,keys,notice-links,passwords,sealed,tokens,totp}.ts'],
    tests: ['server/domains/identity/*/{attempts*,keys,notice-links,passwords,sealed,tokens,totp}.test.ts'],
  },
  {
    // Tests with a database but without a server: tests of a whole server would take ten times as long.
    name: 'sessions',
    mutate: [
      'server/domains/identity/authenticate.ts',
      'server/domains/identity/*/{guesses,known-devices,refresh-tokens,reset-codes,second-factor}.ts',
    ],
    tests: [
      'server/domains/identity/authenticate.test.ts',
      'server/domains/identity/authenticate.int.test.ts',
      'server/domains/identity/*/{guesses,known-devices,refresh-tokens,reset-codes,second-factor}.int.test.ts',
    ],
  },
  {
    name: 'limits',
    mutate: ['server/platform/limits/*.ts'],
    tests: ['server/platform/limits/*.test.ts'],
    later: ['server/platform/limits/*.int.test.ts'],
  },
  {
    name: 'heavy',
    mutate: ['server/platform/heavy/*.ts'],
    tests: ['server/platform/heavy/*.test.ts'],
  },
  {
    name: 'signed-links',
    mutate: ['server/domains/identity/tokens/signed-links.ts'],
    tests: ['server/domains/identity/tokens/signed-links.int.test.ts'],
  },
  {
    name: 'planner',
    mutate: ['src/main/sync/planner/planner.ts', 'src/main/sync/planner/rules/plan-*.ts'],
    tests: ['src/main/sync/planner/planner*.test.ts', 'src/main/sync/planner/cases/*.test.ts'],
    later: ['src/main/sync/planner/{planner.property,replan}.test.ts'],
  },
  {
    name: 'uploads',
    mutate: ['server/platform/uploads/*.ts'],
    tests: ['server/platform/uploads/!(*.int).test.ts'],
    // With a database, but without a server, as for sessions.
    later: ['server/platform/uploads/{room,upload-limit,uploads}.int.test.ts'],
  },
  {
    name: 'calendars',
    mutate: ['src/shared/calendars/!(*.schemas|*.contract).ts'],
    tests: ['src/shared/calendars/*.test.ts'],
    later: ['src/shared/calendars/*.property.test.ts'],
    timeoutSeconds: 8,
  },
  {
    name: 'compliance',
    mutate: ['src/shared/compliance/!(*.schemas|*.contract).ts'],
    tests: ['src/shared/compliance/*.test.ts'],
    later: ['src/shared/compliance/*.property.test.ts'],
    timeoutSeconds: 8,
  },
  {
    name: 'domain',
    // Without tables of words, limits and drawings: a test of such a table would only repeat it.
    mutate: [
      'src/shared/platform/{certificate-trouble,days,hrefs,replaced-ids,files/file-kinds,files/names,texts/sort-key,texts/text}.ts',
      'src/shared/{access/{scopes,states},collaborative/document-templates,keeping/{holds,retention},people/rut}.ts',
      'src/shared/documents/{file-completeness,image-head}.ts',
      'src/shared/identity/{recovery-codes,reset-secrets,second-step}.ts',
      'src/shared/labels/label-{path,tree}.ts',
      'src/shared/organization/{holidays,organization-holidays,settings}.ts',
    ],
    tests: [
      'src/shared/{access,collaborative,documents,identity,keeping,labels,organization,people,platform}/**/*.test.ts',
    ],
  },
];
