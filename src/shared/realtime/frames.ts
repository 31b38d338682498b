import { z } from 'zod';
import { draftSchema, messageSchema } from './messages.ts';

/** The frames on the socket of `/api/realtime`, in both directions. The first frame must be `auth`. */

/** The socket's path below the server's origin. */
export const REALTIME_PATH = '/api/realtime';

/**
 * Codes with which the server closes a connection: 4401 sign in again, 4403 this desktop was revoked, 1008 misuse, 1013
 * try again later.
 */
export const CLOSE = { unauthorized: 4401, revoked: 4403, misuse: 1008, slow: 1013, away: 1001 } as const;

const channel = z.string().max(100);
const position = { epoch: z.string().min(1).max(100), seq: z.int().nonnegative() };

export const clientFrameSchema = z.discriminatedUnion('frame', [
  /** Sent first, and again with each renewed identity token. `clientId` is given by a desktop. */
  z.object({ frame: z.literal('auth'), token: z.string().max(8192), clientId: z.uuid().optional() }),
  z.object({ frame: z.literal('subscribe'), channel }),
  z.object({ frame: z.literal('unsubscribe'), channel }),
  z.object({ frame: z.literal('send'), channel, message: draftSchema }),
  /** Asks for everything after `seq`; answered by `message`s in order and `resumed`, or by `reset`. */
  z.object({ frame: z.literal('resume'), channel, ...position }),
  /** The record that this screen shows now, and whether its person is editing. It replaces the record before. */
  z.object({ frame: z.literal('watch'), record: z.uuid(), editing: z.boolean() }),
  z.object({ frame: z.literal('unwatch') }),
]);
export type ClientFrame = z.infer<typeof clientFrameSchema>;

const desktop = z.object({
  clientId: z.uuid(),
  name: z.string().max(200),
  platform: z.string().max(100),
  online: z.boolean(),
});
export type DesktopPresence = z.infer<typeof desktop>;

/** Another person who has the same document open; `editing` where they have unsaved input. */
const watcher = z.object({
  person: z.object({ _id: z.uuid(), firstname: z.string().max(200), lastname: z.string().max(200) }),
  editing: z.boolean(),
});
export type Watcher = z.infer<typeof watcher>;

export const FRAME_ERRORS = [
  'unauthorized',
  'forbidden',
  'not_found',
  'invalid',
  'too_many',
  'unavailable',
] as const;

export const serverFrameSchema = z.discriminatedUnion('frame', [
  z.object({ frame: z.literal('authenticated'), userId: z.uuid() }),
  /** The channel's position when the subscription began: the next message is `seq + 1`. */
  z.object({ frame: z.literal('subscribed'), channel, ...position }),
  z.object({ frame: z.literal('message'), channel, message: messageSchema }),
  /** A sent message was accepted; `seq` is missing for a coalesced repetition. */
  z.object({ frame: z.literal('accepted'), id: z.uuid(), seq: z.int().positive().optional() }),
  z.object({ frame: z.literal('resumed'), channel, ...position }),
  /** The requested range is not held any more: go on from here, and fetch by HTTP. */
  z.object({ frame: z.literal('reset'), channel, ...position }),
  /** The person's desktops; sent on `user:{id}` after subscribing and whenever it changes. */
  z.object({ frame: z.literal('presence'), channel, desktops: z.array(desktop) }),
  /**
   * Who else has the watched record open; sent after `watch` and at each change. Empty where the person may not see the
   * record.
   */
  z.object({ frame: z.literal('watchers'), record: z.uuid(), people: z.array(watcher) }),
  z.object({
    frame: z.literal('error'),
    code: z.enum(FRAME_ERRORS),
    message: z.string().max(500),
    channel: channel.optional(),
    /** The id of the sent message that was refused. */
    id: z.uuid().optional(),
  }),
]);
export type ServerFrame = z.infer<typeof serverFrameSchema>;
