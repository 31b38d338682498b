/** One change to the visibility rule's SQL, which a test must notice. */
export interface SqlMutant {
  readonly name: string;
  /** Must occur in the file exactly once. */
  readonly from: string;
  readonly to: string;
}

/** The file that the mutants below change, and its tests. Stryker sees SQL only as one string. */
export const SQL_FILE = 'server/domains/access/visibility.policy.ts';
export const SQL_TESTS = ['server/domains/access/visibility.policy.int.test.ts'];

const mutant = (name: string, from: string, to: string): SqlMutant => ({ name, from, to });

const f = (column: string): string => `\${f}.${column}`;
const ids = (name: string): string => `\${uuids(${name})}`;
const WORKING = `\${working}`;
const SEEN = `\${seen}`;
const BEYOND = `viewer.readsBeyond === 'working'`;
const KNOWN = `\${known}`;

const rule: readonly SqlMutant[] = [
  mutant('another organization too', `${f('organization')} = \${viewer.organization}::uuid and `, ''),
  mutant('another organization alone', `${f('organization')} =`, `${f('organization')} <>`),
  mutant('what is in the bin too', ` and not ${f('deleted')}`, ''),
  mutant('what is in the bin alone', `and not ${f('deleted')}`, `and ${f('deleted')}`),
  mutant('both faces where the working copy is seen', `(${f('face')} = 'working' and ${WORKING})`, WORKING),
  mutant('the other face as working copy', `${f('face')} = 'working'`, `${f('face')} <> 'working'`),
  mutant('every working copy', `${f('face')} = 'working' and ${WORKING}`, `${f('face')} = 'working'`),
  mutant('a working copy or what may be seen', `'working' and ${WORKING}`, `'working' or ${WORKING}`),
  mutant('nobody without a library', 'if (viewer.memberships.length === 0) return sql<boolean>`false`;', ''),
];

const published: readonly SqlMutant[] = [
  mutant('drafts as if published', `${f('face')} = 'published'\n        and (`, '('),
  mutant('the other face as published', `${f('face')} = 'published'\n`, `${f('face')} <> 'published'\n`),
  mutant('nothing public', `${f('scope')} = 'public' or (`, '('),
  mutant('public by what is not', `${f('scope')} = 'public' or`, `${f('scope')} <> 'public' or`),
  mutant('restricted to readers', `${f('scope')} = 'internal' and`, `${f('scope')} = 'restricted' and`),
  mutant('internal to everybody', `'internal' and ${KNOWN}`, `'internal'`),
  mutant('internal or of a library', `'internal' and ${KNOWN}`, `'internal' or ${KNOWN}`),
  mutant('internal to all managers', `viewer.readsBeyond === 'own' ?`, 'false ?'),
  mutant('internal to no manager', `viewer.readsBeyond === 'own' ?`, 'true ?'),
  mutant('internal to strangers alone', `= any(${ids('all')})`, `<> all(${ids('all')})`),
  mutant(
    'internal to role holders alone',
    `= any(${ids('all')})`,
    `= any(${ids('libraries(viewer).holding')})`,
  ),
  mutant('both faces to who sees the working copy', `\n        and not ${WORKING}`, ''),
  mutant('published to who sees the working copy', `and not ${WORKING}`, `and ${WORKING}`),
];

const working: readonly SqlMutant[] = [
  mutant('what has not arrived to all', ` and ${f('created_by')} = \${viewer.user}::uuid`, ''),
  mutant('all that one ever sent', `(not ${f('ready')} and ${f('created_by')}`, `(${f('created_by')}`),
  mutant('not arrived or sent by them', `not ${f('ready')} and`, `not ${f('ready')} or`),
  mutant('what has not arrived, by roles', `or (${f('ready')} and (`, 'or (('),
  mutant('only what has not arrived', `or (${f('ready')} and`, `and (${f('ready')} and`),
  mutant('confidential to role holders', `${f('scope')} <> 'confidential' and `, ''),
  mutant('another scope held back', `<> 'confidential'`, `<> 'restricted'`),
  mutant('working copies to readers', `any(${ids('holding')})`, `any(${ids('all')})`),
  mutant('working copies to judges alone', `any(${ids('holding')})`, `any(${ids('judging')})`),
  mutant('working copies everywhere', ` and ${f('group_id')} = any(${ids('holding')})`, ''),
  mutant('confidential to who uploads', `any(${ids('judging')})`, `any(${ids('holding')})`),
  mutant('confidential to readers', `any(${ids('judging')})`, `any(${ids('all')})`),
  mutant('restricted as if confidential', `${f('scope')} = 'confidential'`, `${f('scope')} = 'restricted'`),
  mutant('nothing to authors', `or ${f('authors')} @> ${ids('[viewer.user]')}`, ''),
  mutant('authors by roles alone', `or ${f('authors')} @>`, `and ${f('authors')} @>`),
  mutant('only to an author alone', `${f('authors')} @>`, `${f('authors')} <@`),
  mutant('no admin', `${BEYOND}\n      ?`, 'false\n      ?'),
  mutant('everybody as an admin', `${BEYOND}\n      ?`, 'true\n      ?'),
  mutant('restricted to admins', `('public', 'internal') and`, `('public', 'internal', 'restricted') and`),
  mutant('internal to no admin', `('public', 'internal') and`, `('public') and`),
  mutant('admins as role holders of their libraries', ` and ${f('group_id')} <> all(${ids('all')})`, ''),
  mutant('a reader as role holder', 'each.roles.length > 0', 'each.roles.length >= 0'),
  mutant('who reviews is no judge', `each.roles.includes('review') || `, ''),
  mutant('who publishes is no judge', ` || each.roles.includes('publish')`, ''),
  mutant('who uploads is a judge', `includes('review')`, `includes('upload')`),
];

const binAndLists: readonly SqlMutant[] = [
  mutant('nothing named that is public', `(${f('scope')} in ('public', 'internal') or ${SEEN})`, SEEN),
  mutant('restricted names too', `('public', 'internal') or`, `('public', 'internal', 'restricted') or`),
  mutant('no name of what one sees', ` or ${SEEN}`, ''),
  mutant('names by roles to who has no library', 'viewer.memberships.length > 0 ?', 'true ?'),
  mutant('no working copy that is obsolete', `${f('face')} = 'published' and `, ''),
  mutant('nothing that is published', ` and ${f('state')} = \${STATE.obsolete}`, ''),
  mutant('what is obsolete to readers', 'STATE.obsolete}', 'STATE.published}'),
  mutant('what is obsolete alone', 'sql<boolean>`not (', 'sql<boolean>`('),
];

/**
 * A dropped operator, a negated condition, a wider set, a swapped role or scope: each would show too much or too
 * little.
 */
export const sqlMutants: readonly SqlMutant[] = [...rule, ...published, ...working, ...binAndLists];
