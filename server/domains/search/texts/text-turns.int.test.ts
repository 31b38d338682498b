import { describe, expect, it } from 'vitest';
import {
  makeDocument,
  recordsBundle,
  sha256Of,
  someBytes,
  versionBundle,
} from '../../../testing/documents.ts';
import { useTestServer } from '../../../testing/http.ts';

const BUNDLE = { 'content-type': 'application/vnd.legajo.bundle' };

describe('the turn in which a content is read', () => {
  const server = useTestServer();

  it('is that of whoever sent it, by every way in, and of the first where several did', async () => {
    const { make, signIn, database } = server();
    const organization = await make.organization();
    const library = await make.library(organization);
    const label = await make.label(organization);
    const people = [
      await make.person(organization, { libraries: [[library, ['upload']]] }),
      await make.person(organization, { libraries: [[library, ['upload']]] }),
    ] as const;
    const [ana, eva] = [await signIn(people[0].email), await signIn(people[1].email)];
    const uploader = async (bytes: Buffer) =>
      (
        await database.db
          .selectFrom('blobs')
          .select('text_by')
          .where('sha256', '=', sha256Of(bytes))
          .executeTakeFirst()
      )?.text_by;

    const { record, version, bytes } = await makeDocument(server(), ana, library);
    expect(await uploader(bytes)).toBe(people[0].id);
    await makeDocument(server(), eva, library, { bytes });
    expect(await uploader(bytes)).toBe(people[0].id);

    const sent = someBytes();
    const body = recordsBundle([{ group: library.id, labels: [label], bytes: sent }]);
    const results = await eva.fetch('/docs/send', { method: 'POST', headers: BUNDLE, body });
    expect(await results.json()).toMatchObject({ results: [{ ok: true }] });
    expect(await uploader(sent)).toBe(people[1].id);

    const edited = someBytes();
    const edit = versionBundle({ record, base: version._id, bytes: edited });
    const answer = await eva.fetch('/docs/versions/send', { method: 'POST', headers: BUNDLE, body: edit });
    expect(answer.status).toBeLessThan(300);
    expect(await uploader(edited)).toBe(people[1].id);
  });
});
