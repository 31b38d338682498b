import { onTestFinished } from 'vitest';
import type { TestClient, TestServer } from '../http.ts';
import { openSocket, type TestSocket } from '../realtime.ts';

/** Somebody with one registered desktop. */
export async function somebody(server: TestServer) {
  const organization = await server.make.organization();
  const library = await server.make.library(organization);
  const person = await server.make.person(organization, { libraries: [[library, ['upload']]] });
  const client = await server.signIn(person.email);
  const desktop = await client.ok('clientCreate', { body: { name: 'Notebook de Ana', platform: 'linux' } });
  return { organization, library, person, client, desktop };
}

/** An authenticated socket, which ends with its test. */
export async function socketOf(
  server: TestServer,
  client: TestClient,
  clientId?: string,
): Promise<TestSocket> {
  const socket = await openSocket(server.url, client.token, clientId ? { clientId } : {});
  onTestFinished(() => socket.close());
  return socket;
}
