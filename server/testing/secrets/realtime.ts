import { setTimeout as wait } from 'node:timers/promises';
import type { ServerFrame } from '#shared/realtime/frames.ts';
import { newId } from '../../platform/ids.ts';
import type { TestServer } from '../http.ts';
import { draft, openSocket, type TestSocket } from '../realtime.ts';
import { type Caller, membersOf } from './callers.ts';
import type { Sightings } from './sightings.ts';
import type { SecretWorld } from './world.ts';

export interface Listening {
  readonly caller: Caller;
  readonly socket: TestSocket;
}

/** Every person who may sign in, each with a screen that listens. */
export async function listen(server: TestServer, { cast }: SecretWorld): Promise<Listening[]> {
  const listening: Listening[] = [];
  for (const caller of cast.callers) {
    if (!caller.signedIn || !caller.person) continue;
    const socket = await openSocket(server.url, caller.client.token);
    await socket.subscribe(`user:${caller.person.id}`);
    listening.push({ caller, socket });
  }
  return listening;
}

/** Changes every document, while everybody watches a document that not all of them may see. */
export async function makeThingsHappen(
  server: TestServer,
  world: SecretWorld,
  all: readonly Listening[],
): Promise<void> {
  const { cast, documents, accounts } = world;
  const { by } = cast;
  for (const what of ['confidential', 'internal']) {
    const record = documents.all[what]?.id ?? '';
    for (const { socket } of all) {
      socket.send({ frame: 'watch', record, editing: true });
      await socket.next('watchers', (frame) => frame.record === record);
    }
  }
  const recordId = documents.all.confidential?.id ?? '';
  const { id, client } = accounts.desktops.author ?? {};
  const desktop = await openSocket(server.url, client?.token ?? '', { clientId: id ?? '' });
  const channel = `sync:${cast.people.author.id}:${id}`;
  await desktop.subscribe(channel);
  desktop.send({
    frame: 'send',
    channel,
    message: draft('editing', { recordId, data: undefined, opId: newId() }),
  });
  await desktop.next('accepted');
  for (const { id: one, working } of Object.values(documents.all)) {
    const writer = [by.author, by.admin, by.other].find((_, at) =>
      working(
        cast.callers.find(({ name }) => name === (['author', 'admin', 'other'] as const)[at]) as Caller,
      ),
    );
    if (!writer) continue;
    const { rev } = await writer.ok('recordById', { params: { id: one } });
    const { status } = await writer.call('recordUpdate', {
      params: { id: one },
      body: { rev, issuedOn: '2026-03-09' },
    });
    if (status !== 200) throw new Error(`an edit was answered ${status}`);
  }
  // Announced last, so that a person who received it has received everything before.
  for (const admin of [by.admin, by.other])
    await admin.ok('typeCreate', { body: { name: 'Última', code: 'ULTIMA' } });
  const last = (frame: ServerFrame & { frame: 'message' }) =>
    frame.message.type === 'list.changed' && (frame.message.data as { list: string }).list === 'types';
  for (const { socket } of all) await socket.next('message', last);
  // Presence is announced a moment later.
  await wait(200);
  await desktop.close();
}

/** Compares each frame with what its receiver is entitled to. */
export function lookAtFrames(
  world: SecretWorld,
  { caller, socket }: Listening,
  sightings: Sightings,
): string[] {
  const wrong: string[] = [];
  const byId = new Map(Object.values(world.documents.all).map((one) => [one.id, one]));
  const libraries = new Map(Object.values(world.cast.places).map((place) => [place.id, membersOf(place)]));
  for (const frame of socket.frames) {
    const about = `a frame (${frame.frame === 'message' ? frame.message.type : frame.frame})`;
    // The record of the person's own call is no disclosure.
    sightings.look(caller, JSON.stringify(frame.frame === 'watchers' ? frame.people : frame), about);
    if (frame.frame === 'watchers') {
      const document = byId.get(frame.record);
      const named = frame.people.map(({ person }) => world.cast.byId.get(person._id));
      if (named.length > 0 && !document?.seen(caller))
        wrong.push(`${caller.name} is told who looks at “${document?.what}”`);
      for (const one of named)
        if (!one || !document?.seen(one))
          wrong.push(`${one?.name} is shown at “${document?.what}”, unseen by them`);
      for (const { person, editing } of frame.people) {
        const one = world.cast.byId.get(person._id);
        if (editing && !(one && document?.working(one)))
          wrong.push(`${one?.name} is shown editing “${document?.what}”`);
      }
    }
    if (frame.frame === 'message' && frame.message.type === 'library.changed') {
      const { groupId } = frame.message.data as { groupId: string };
      if (!libraries.get(groupId)?.(caller))
        wrong.push(`${caller.name} is told of a library that is not theirs`);
    }
  }
  return wrong;
}

/** Documents whose change was announced to somebody. */
export const heardOf = ({ socket }: Listening): Set<string> =>
  new Set(
    socket.frames.flatMap((frame) =>
      frame.frame === 'message' && frame.message.type === 'record.changed'
        ? (frame.message.recordId ?? [])
        : [],
    ),
  );
