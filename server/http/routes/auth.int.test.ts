import { describe, expect, it } from 'vitest';
import { useTestServer } from '../../testing/http.ts';

describe('sign-in', () => {
  const server = useTestServer();

  it('gives tokens for the right password, and a session that says who is signed in', async () => {
    const { make } = server();
    const organization = await make.organization('Constructora Andes SpA');
    const library = await make.library(organization);
    const person = await make.person(organization, { isManager: true, libraries: [[library, ['upload']]] });
    const client = await server().signIn(person.email.toUpperCase());
    const session = await client.ok('session');
    expect(session).toMatchObject({
      _id: person.id,
      firstname: person.firstname,
      email: person.email,
      organization: { _id: organization.id, name: 'Constructora Andes SpA' },
      roles: ['manager'],
      isAdmin: false,
      isManager: true,
      claims: {
        sub: person.id,
        org: organization.id,
        given_name: person.firstname,
        'cognito:groups': ['manager'],
      },
    });
  });
});
