import fc from 'fast-check';
import type { Expression, SqlBool } from 'kysely';
import { expect, it } from 'vitest';
import { LIBRARY_ROLES, type LibraryRole } from '#shared/access/roles.ts';
import { SCOPES, type Scope } from '#shared/access/scopes.ts';
import { STATE } from '#shared/access/states.ts';
import {
  type Face,
  READS_BEYOND,
  readsBeyondOf,
  type Viewer,
  visibleFace,
} from '#shared/access/visibility.ts';
import { newId } from '../../platform/ids.ts';
import { withDatabases } from '../../testing/test-database.ts';
import { listedCondition, namedInBinCondition, visibleFaceCondition } from './visibility.policy.ts';

/**
 * The rule stands twice, as a pure function and as SQL. Here are all combinations of a record's facts, each looked at
 * by generated people: the database and the function must choose the same face.
 */
withDatabases('the one visibility rule', (database) => {
  const organization = newId();
  const stranger = newId();
  const groups = [newId(), newId()] as const;
  const people = [newId(), newId(), newId()] as const;

  interface Facts {
    id: string;
    group: string;
    scope: Scope;
    authors: string[];
    createdBy: string;
    ready: boolean;
    published: boolean;
    deleted: boolean;
    obsolete: boolean;
  }

  const records: Facts[] = [];
  for (const group of groups)
    for (const scope of SCOPES)
      for (const authors of [[people[0]], [people[1], people[2]]])
        for (const [ready, published, deleted, obsolete] of [
          [false, false, false, false],
          [true, false, false, false],
          [true, true, false, false],
          [true, true, false, true],
          [true, true, true, false],
        ] as const)
          records.push({
            id: newId(),
            group,
            scope,
            authors,
            createdBy: people[0],
            ready,
            published,
            deleted,
            obsolete,
          });

  async function seed() {
    const { db } = database();
    if (await db.selectFrom('organizations').select('id').executeTakeFirst()) return;
    await db
      .insertInto('organizations')
      .values([
        { id: organization, name: 'Andes', tax_id: null },
        { id: stranger, name: 'Otra', tax_id: null },
      ])
      .execute();
    await db
      .insertInto('users')
      .values(
        people.map((id, index) => ({
          id,
          organization,
          email: `p${index}@x.test`,
          firstname: 'P',
          lastname: `${index}`,
          rut: null,
          department: null,
          last_sign_in_at: null,
        })),
      )
      .execute();
    await db
      .insertInto('groups')
      .values(
        groups.map((id, index) => ({
          id,
          organization,
          name: `G${index}`,
          name_key: `g${index}`,
          department: null,
        })),
      )
      .execute();
    await db
      .insertInto('records')
      .values(
        records.map((r) => ({
          id: r.id,
          organization,
          group_id: r.group,
          folder_id: null,
          scope: r.scope,
          ready: r.ready,
          created_by: r.createdBy,
          deleted_at: r.deleted ? new Date() : null,
          seq: 1,
        })),
      )
      .execute();
    const faces = records.flatMap((r) => facesOf(r).map((face) => ({ ...r, face })));
    await db
      .insertInto('record_faces')
      .values(
        faces.map((r) => ({
          record_id: r.id,
          face: r.face,
          organization,
          group_id: r.group,
          folder_id: null,
          scope: r.scope,
          authors: r.authors,
          created_by: r.createdBy,
          ready: r.ready,
          deleted: r.deleted,
          version_id: null,
          number: null,
          state: r.obsolete ? STATE.obsolete : STATE.draft,
          title: 'Título',
          name: 'a.pdf',
          disk_name: 'a.pdf',
          disk_key: 'a.pdf',
          notes: '',
          labels: [],
          document_type: null,
          code: null,
          date: '2026-03-07',
          issued_on: null,
          valid_from: null,
          expires_on: null,
          next_review_on: null,
          file_type: 'application/pdf',
          file_kind: 'pdf' as const,
          size: 1,
          title_sort: 'titulo',
          name_sort: 'a.pdf',
          search_extra: '',
          updated_at: new Date(),
        })),
      )
      .execute();
  }

  const elsewhere = newId();
  const rolesArbitrary = fc.option(fc.subarray([...LIBRARY_ROLES]), { nil: null });
  const viewerArbitrary = fc.record({
    user: fc.constantFrom(...people, newId()),
    organization: fc.constantFrom(organization, organization, organization, stranger),
    isAdmin: fc.boolean(),
    isManager: fc.boolean(),
    managersRead: fc.constantFrom(...READS_BEYOND),
    roles: fc.tuple(rolesArbitrary, rolesArbitrary, rolesArbitrary),
  });

  const viewers = viewerArbitrary.map(({ roles, isManager, managersRead, ...rest }): Viewer => {
    const memberships = [...groups, elsewhere].flatMap((group, index) => {
      const held = roles[index] as LibraryRole[] | null;
      return held === null ? [] : [{ group, roles: held }];
    });
    return { ...rest, readsBeyond: readsBeyondOf({ ...rest, isManager }, managersRead), memberships };
  });

  /** An admin and author who was removed from every library; too rare to come by chance. */
  const withoutLibrary: Viewer = {
    ...{ user: people[0], organization, isAdmin: true, readsBeyond: 'working', memberships: [] },
  };

  /** Each face that the condition keeps, as `record face`, in order. */
  async function facesWhere(condition: unknown) {
    const rows = await database()
      .db.selectFrom('record_faces as f')
      .select(['f.record_id', 'f.face'])
      .where(condition as Expression<SqlBool>)
      .execute();
    return rows.map((row) => `${row.record_id} ${row.face}`).sort();
  }
  const facesOf = (record: Facts): Face[] => (record.published ? ['working', 'published'] : ['working']);

  it('chooses the same face in SQL and in code', async () => {
    await seed();
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(viewers, async (viewer) => {
        const expected = records.flatMap((record) => {
          const face = visibleFace(viewer, { ...record, organization });
          return face ? [`${record.id} ${face}`] : [];
        });
        seen += expected.length;
        expect(await facesWhere(visibleFaceCondition(viewer))).toEqual(expected.sort());
      }),
      { numRuns: 200, examples: [[withoutLibrary]] },
    );
    expect(seen).toBeGreaterThan(1000);
  });

  it('names in the bin what is public or internal, and what its reader would see as working copy', async () => {
    await seed();
    const ofHere = viewers.map((viewer) => ({ ...viewer, organization }));
    await fc.assert(
      fc.asyncProperty(ofHere, async (viewer) => {
        const named = records.filter(
          (record) =>
            record.scope === 'public' ||
            record.scope === 'internal' ||
            visibleFace(viewer, { ...record, organization, deleted: false }) === 'working',
        );
        const expected = named.map(({ id }) => `${id} working`).sort();
        const faces = await facesWhere(namedInBinCondition(viewer));
        expect(faces.filter((each) => each.endsWith(' working'))).toEqual(expected);
      }),
      { examples: [[withoutLibrary]] },
    );
  });

  it('lists what is obsolete as working copy alone', async () => {
    await seed();
    const expected = records.flatMap((record) =>
      facesOf(record)
        .filter((face) => face === 'working' || !record.obsolete)
        .map((face) => `${record.id} ${face}`),
    );
    expect(await facesWhere(listedCondition())).toEqual(expected.sort());
  });
});
