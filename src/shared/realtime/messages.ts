import { z } from 'zod';
import { LIST_NAMES } from './lists.ts';

/**
 * Every realtime message, in one table: its channel, its sender, whether it is repeated (progress, lease renewals) and
 * the schema of its data. The specification names the sync ones (§7, docs/protocols/realtime.md).
 */

export const ENVELOPE_VERSION = 1;

const id = z.uuid();
const text = (max: number) => z.string().max(max);

const file = z.object({
  name: text(255),
  size: z.int().nonnegative(),
  type: text(255).optional(),
  /** Day of the last modification, `YYYY-MM-DD`. */
  date: z.iso.date().optional(),
});

const folder = z.object({
  groupId: id,
  /** The folder's id; missing for the library's root. */
  folderId: id.optional(),
  /** Folders that do not exist on the server yet, from the outermost inwards. */
  path: z.array(text(255)).max(20).optional(),
});

const person = z.object({ _id: id, firstname: text(200), lastname: text(200) });

/**
 * The fields that the wizard asks for (`POST docs/records`, docs/protocols/rest.md); the desktop adds the file itself.
 */
const wizardFields = z.object({
  title: text(80),
  notes: text(1000).optional(),
  group: id,
  folder: id.optional(),
  state: z.int().min(0).max(6),
  labels: z.array(id).max(50),
  documentType: id.optional(),
  scope: z.enum(['public', 'internal', 'restricted', 'confidential']).optional(),
});

const none = z.object({}).optional();

/** `resumed`: it goes on after an interruption, from what the server has. Only then may progress fall. */
const running = z.object({ file, resumed: z.boolean() }).partial().optional();

/** `repeated`: a later try by the desktop itself has failed for the same reason as the one before. */
const failed = z.object({ file, repeated: z.boolean() }).partial().optional();

interface MessageRow {
  readonly channel: 'sync' | 'user';
  readonly by: 'screen' | 'desktop' | 'server';
  /** Sent again while it lasts. The repetitions are coalesced and have no `seq`. */
  readonly repeats?: true;
  readonly data: z.ZodType;
}

export const MESSAGES = {
  // What a screen sends to a desktop.
  download: { channel: 'sync', by: 'screen', data: z.object({ open: z.boolean() }).partial().optional() },
  'create record': {
    channel: 'sync',
    by: 'screen',
    data: z.object({ localId: id, fields: wizardFields }),
  },
  'upload new version': {
    channel: 'sync',
    by: 'screen',
    data: z.object({ comment: text(1000).optional() }).optional(),
  },
  // What a screen receives from a desktop.
  downloading: {
    channel: 'sync',
    by: 'desktop',
    repeats: true,
    data: running,
  },
  downloaded: { channel: 'sync', by: 'desktop', data: z.object({ file }).partial().optional() },
  'download failed': { channel: 'sync', by: 'desktop', data: failed },
  uploading: { channel: 'sync', by: 'desktop', repeats: true, data: running },
  uploaded: {
    channel: 'sync',
    by: 'desktop',
    data: z
      .object({ file, outcome: z.enum(['current', 'conflict']) })
      .partial()
      .optional(),
  },
  'upload failed': { channel: 'sync', by: 'desktop', data: z.object({ file }).partial().optional() },
  'new file': {
    channel: 'sync',
    by: 'desktop',
    data: z.object({ localId: id, file, folder, title: text(80) }),
  },
  'file changed': { channel: 'sync', by: 'desktop', data: z.object({ file }).partial().optional() },
  online: {
    channel: 'sync',
    by: 'desktop',
    repeats: true,
    data: z.object({ name: text(200), platform: text(100) }),
  },
  editing: {
    channel: 'sync',
    by: 'desktop',
    repeats: true,
    data: z.object({ person, leaseSeconds: z.int().positive() }).partial().optional(),
  },
  'done editing': { channel: 'sync', by: 'desktop', data: z.object({ person }).partial().optional() },
  // What the server tells a person's screens and desktops. These are hints: everything can be fetched by HTTP.
  'notification.created': { channel: 'user', by: 'server', data: z.object({ notificationId: id }) },
  'notification.changed': {
    channel: 'user',
    by: 'server',
    data: z.object({ notificationId: id }).partial().optional(),
  },
  'record.changed': { channel: 'user', by: 'server', data: z.object({ recordId: id, groupId: id }) },
  /** A comment on the record was written, corrected, resolved or opened again. For those who see its working copy. */
  'record.commented': { channel: 'user', by: 'server', data: z.object({ recordId: id }) },
  /** Another person's lease on a record, shown as "Ana está editando". */
  'record.editing': {
    channel: 'user',
    by: 'server',
    data: z.object({ recordId: id, person, leaseSeconds: z.int().positive() }),
  },
  'record.released': { channel: 'user', by: 'server', data: z.object({ recordId: id, person }) },
  /** Folders, labels or members of a library changed; also sent to somebody who has just left it. */
  'library.changed': { channel: 'user', by: 'server', data: z.object({ groupId: id }) },
  /** A list of the organization changed that this person may read. */
  'list.changed': { channel: 'user', by: 'server', data: z.object({ list: z.enum(LIST_NAMES) }) },
  /** The person's own roles or data changed: fetch the session again. */
  'session.changed': { channel: 'user', by: 'server', data: none },
} as const satisfies Record<string, MessageRow>;

export type MessageType = keyof typeof MESSAGES;
type TypesOf<C extends 'sync' | 'user'> = {
  [T in MessageType]: (typeof MESSAGES)[T]['channel'] extends C ? T : never;
}[MessageType];
export type SyncMessageType = TypesOf<'sync'>;
export type MessageData<T extends MessageType> = z.infer<(typeof MESSAGES)[T]['data']>;

const types = Object.keys(MESSAGES) as [MessageType, ...MessageType[]];

const draftShape = {
  v: z.literal(ENVELOPE_VERSION),
  /** The message's own id: the same when it arrives twice. */
  id,
  /** The operation that the message is a step of; also the Idempotency-Key of its effect over HTTP. */
  opId: id,
  type: z.enum(types),
  recordId: id.optional(),
  versionId: id.optional(),
  /** Whole percent, 0 to 100. */
  progress: z.int().min(0).max(100).optional(),
  /** One-operation token of `POST docs/operations`. */
  token: text(4096).optional(),
  data: z.unknown().optional(),
  error: z.object({ code: text(100), message: text(500) }).optional(),
};

/** What a sender passes in; the server adds `seq` and `epoch`. */
export const draftSchema = z.object(draftShape).superRefine(checkData);

/** A message as it reaches its subscribers. */
export const messageSchema = z
  .object({
    ...draftShape,
    /** Position in the channel, from 1; missing on coalesced repetitions. */
    seq: z.int().positive().optional(),
    /** Changes with every start of the server's realtime part. */
    epoch: text(100).min(1),
  })
  .superRefine(checkData);

type DraftBase = Omit<z.infer<typeof draftSchema>, 'type' | 'data'>;
type MessageBase = Omit<z.infer<typeof messageSchema>, 'type' | 'data'>;
type WithData<Base, T extends MessageType> = T extends MessageType
  ? Base & { type: T } & (undefined extends MessageData<T>
        ? { data?: MessageData<T> }
        : { data: MessageData<T> })
  : never;

export type MessageDraft<T extends MessageType = MessageType> = WithData<DraftBase, T>;
export type Message<T extends MessageType = MessageType> = WithData<MessageBase, T>;

function checkData(value: { type: MessageType; data?: unknown }, context: z.RefinementCtx): void {
  const parsed = MESSAGES[value.type].data.safeParse(value.data);
  for (const issue of parsed.error?.issues ?? []) {
    context.addIssue({ code: 'custom', path: ['data', ...issue.path], message: issue.message });
  }
}

/** Parses a sender's message; throws `ZodError` where the table does not know it. */
export function parseDraft(input: unknown): MessageDraft {
  return draftSchema.parse(input) as MessageDraft;
}

/** Parses a delivered message; throws `ZodError` where the table does not know it. */
export function parseMessage(input: unknown): Message {
  return messageSchema.parse(input) as Message;
}
