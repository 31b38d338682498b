import { Secret, TOTP } from 'otpauth';
import { TEST_PASSWORD, type TestPerson } from './factories.ts';
import { createTestClient, type TestClient, type TestServer } from './http.ts';

/** A person with a second step, with their authenticator app and recovery codes. */
export interface Verified {
  readonly person: TestPerson;
  readonly client: TestClient;
  /** The app's code at the server's time, or some steps of 30 s off it. */
  code(steps?: number): string;
  readonly recoveryCodes: readonly string[];
}

/** An authenticator app for a secret. @param now the phone's clock, in milliseconds */
export function authenticator(secret: string, now: () => number): (steps?: number) => string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return (steps = 0) => totp.generate({ timestamp: now() + steps * 30_000 });
}

/** Turns on the second step. That uses up the current step's code. */
export async function verify(server: TestServer, person: TestPerson, temporary = false): Promise<Verified> {
  const client = await server.signIn(person.email);
  const { secret } = await client.ok('totpSetup', { body: { password: TEST_PASSWORD } });
  const code = authenticator(secret, () => server.running.services.deps.now().getTime());
  const { recoveryCodes } = await client.ok('totpConfirm', { body: { code: code() } });
  if (temporary) {
    const { db } = server.database;
    await db.updateTable('passwords').set({ temporary: true }).where('user_id', '=', person.id).execute();
  }
  return { person, client, code, recoveryCodes };
}

/** Signs somebody in as far as the challenge, and returns it. */
export async function challengeOf(
  server: TestServer,
  email: string,
  challenge: 'TOTP' | 'NEW_PASSWORD_REQUIRED' = 'TOTP',
): Promise<string> {
  const asked = await server.anyone.ok('signIn', { body: { email, password: TEST_PASSWORD } });
  if (!('challenge' in asked) || asked.challenge !== challenge) throw new Error(`no challenge ${challenge}`);
  return asked.session;
}

/** Answers a person's challenge with a code. Returns the answer whatever its status. */
export const answer = async (server: TestServer, email: string, code: string) =>
  server.anyone.call('answerChallenge', { body: { session: await challengeOf(server, email), code } });

/** Signs somebody in with a code. */
export async function enter(server: TestServer, email: string, code: string): Promise<TestClient> {
  const { status, body } = await answer(server, email, code);
  if (status !== 200 || 'challenge' in body) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return createTestClient(() => server.url, body);
}
