import { type RecordState, STATE } from '#shared/access/states.ts';
import type { Record as Shown } from '#shared/documents/records.schemas.ts';
import type { Confirmed } from '#shared/documents/versions.schemas.ts';
import { confirmBytes, sha256Of, someBytes, upload } from '../documents.ts';
import type { Answer, TestClient } from '../http.ts';
import { anyOf, type Dice, readyVersions, type World, working } from './world.ts';

type Move = (world: World, dice: Dice) => Promise<void>;

/** One way of writing to a record. A refused call is not recorded: it must not have changed anything. */
export const MOVES = {
  edit,
  'upload in the browser': (world, dice) => addVersion(world, dice, 'web', 'one'),
  'upload by API batch': (world, dice) => addVersion(world, dice, 'api', 'batch'),
  'upload by a desktop': (world, dice) => addVersion(world, dice, 'sync', dice.flag ? 'batch' : 'one'),
  review,
  'review again': review,
  'state in batch': stateInBatch,
  'request a review': requestReview,
  'publish what is there': publishAll,
  'restore a version': (world, dice) => again(world, dice, 'versionRestore'),
  'use a conflict version': (world, dice) => again(world, dice, 'versionUse'),
  'keep what is current': keep,
  discard,
  'move to another library': move,
  'delete and bring back': bin,
} satisfies Record<string, Move>;
export type MoveName = keyof typeof MOVES;
export const MOVE_NAMES = Object.keys(MOVES) as MoveName[];

async function edit(world: World, { who, pick, flag, word }: Dice): Promise<void> {
  const seen = await working(world);
  if (!seen) return;
  world.ledger.words.add(word);
  await world.people[who].call('recordUpdate', {
    params: { id: world.record },
    body: {
      rev: flag || pick % 3 > 0 ? seen.rev : seen.rev - 1,
      ...(flag ? { title: `Procedimiento ${word}` } : { notes: `Se revisa ${word} cada año.` }),
      labels: [anyOf(world.labels, pick)],
      code: pick % 2 === 0 ? word : null,
      issuedOn: pick % 2 === 0 ? '2026-01-15' : null,
    },
  });
}

async function addVersion(
  world: World,
  { who, pick, flag }: Dice,
  origin: 'web' | 'api' | 'sync',
  door: 'one' | 'batch',
): Promise<void> {
  const versions = await readyVersions(world);
  if (versions.length === 0) return;
  // Half of the edits are based on a version that is no longer current.
  const base = flag ? world.ledger.current : anyOf(versions, pick)._id;
  const client = world.people[who];
  const bytes = someBytes(200);
  const started = await client.call('versionCreate', {
    body: {
      record: world.record,
      base,
      origin,
      onStale: pick % 4 === 0 ? 'refuse' : 'keep',
      file: { name: `prueba.${pick % 5 === 0 ? 'docx' : 'pdf'}`, type: 'application/pdf' },
    },
  });
  if (started.status !== 201) return;
  const { version } = started.body;
  await upload(world.server, client, version.key ?? '', bytes);
  const confirmed =
    door === 'one'
      ? await confirmBytes(client, version._id, bytes)
      : await confirmBatch(client, version._id, bytes);
  if (confirmed.status !== 200) return;
  const conflict = confirmed.body.outcome === 'conflict';
  // The state is not inherited: draft, or a pending review for a version from sync
  // (docs/domain/states-and-versions.md).
  const state = origin === 'sync' && !conflict ? STATE.pendingReview : STATE.draft;
  world.ledger.ready(version._id, sha256Of(bytes), state, conflict);
}

async function confirmBatch(client: TestClient, version: string, bytes: Buffer): Promise<Answer<Confirmed>> {
  const body = { items: [{ version, size: bytes.length, sha256: sha256Of(bytes) }] };
  const answer = await client.call('confirmBatch', { body });
  const result = answer.status === 200 ? answer.body.results[0] : undefined;
  return { ...answer, ...(result?.ok ? { body: result.confirmed } : { status: 409 }) } as Answer<Confirmed>;
}

/** A decision changes only the version that it names. Reverting a published or obsolete one opens a new version. */
function note({ ledger }: World, asked: string, answered: string, state: RecordState, seen: Shown): void {
  if (answered !== asked) ledger.ready(answered, ledger.bytes.get(asked) ?? '', STATE.draft);
  else if (state === STATE.published) ledger.published(asked, seen);
  else if (state === STATE.obsolete) ledger.deprecated(asked);
  else ledger.decided(asked, state);
}

async function review(world: World, { who, pick, state, flag }: Dice): Promise<void> {
  const seen = await working(world);
  if (!seen) return;
  const { current, numbered } = world.ledger;
  const version = pick % 5 === 0 ? anyOf(numbered, pick) : current;
  const to = state as RecordState;
  const answer = await world.people[who].call('reviewCreate', {
    body: { record: world.record, version, state: to, comment: '', ...(flag ? { rev: seen.rev } : {}) },
  });
  if (answer.status === 201) note(world, version, answer.body.version, to, seen);
}

async function stateInBatch(world: World, { who, state }: Dice): Promise<void> {
  const seen = await working(world);
  if (!seen) return;
  const to = state as RecordState;
  const asked =
    to === STATE.obsolete ? (seen.publishedVersion?._id ?? world.ledger.current) : world.ledger.current;
  const answer = await world.people[who].ok('batchState', {
    body: { items: [{ record: world.record, rev: seen.rev }], state: to },
  });
  if (!answer.results[0]?.ok) return;
  const after = await working(world);
  const opened = after?.currentVersion && !world.ledger.bytes.has(after.currentVersion._id);
  note(world, asked, opened ? (after.currentVersion?._id ?? '') : asked, to, seen);
}

async function requestReview(world: World, { who }: Dice): Promise<void> {
  const { current, states } = world.ledger;
  const answer = await world.people[who].call('reviewRequest', {
    body: { record: world.record, version: current, message: 'Por favor' },
  });
  if (answer.status !== 200 || answer.body.state === states.get(current)) return;
  world.ledger.decided(current, answer.body.state as RecordState);
}

/** Publishes from any state, so that a short random sequence reaches a publication. */
async function publishAll(world: World, dice: Dice): Promise<void> {
  for (const state of [STATE.approved, STATE.published])
    await review(world, { ...dice, who: 'boss', pick: 1, state });
}

async function again(world: World, { who, pick, flag }: Dice, call: 'versionRestore' | 'versionUse') {
  const { ledger } = world;
  const from = call === 'versionUse' && ledger.conflicts.size > 0 ? [...ledger.conflicts] : ledger.numbered;
  const source = anyOf(from, pick);
  const base = flag ? ledger.current : anyOf(ledger.numbered, pick);
  const answer = await world.people[who].call(call, { params: { id: source }, body: { base } });
  if (answer.status !== 200) return;
  ledger.ready(answer.body.version._id, ledger.bytes.get(source) ?? '', STATE.draft);
}

async function keep(world: World, { who, pick }: Dice): Promise<void> {
  await world.people[who].call('versionKeep', { params: { id: anyOf(world.ledger.numbered, pick) } });
}

async function discard(world: World, { who, pick }: Dice): Promise<void> {
  const { ledger } = world;
  const version = pick % 4 === 0 ? anyOf(ledger.numbered, pick) : ledger.current;
  const answer = await world.people[who].call('versionDiscard', { params: { id: version } });
  if (answer.status === 200) ledger.discarded.add(version);
}

async function move(world: World, { who, flag }: Dice): Promise<void> {
  const seen = await working(world);
  if (!seen) return;
  const target = world.libraries.find((each) => each.id !== seen.group._id);
  const group = flag && target ? target.id : seen.group._id;
  const { results } = await world.people[who].ok('batchMove', {
    body: { items: [{ record: world.record }], group, folder: null },
  });
  const { current, served, states } = world.ledger;
  if (!results[0]?.ok || group === seen.group._id) return;
  // In another library nobody has approved it, so a working state other than draft becomes draft.
  if (served?.version !== current || served.state !== STATE.published) states.set(current, STATE.draft);
}

async function bin(world: World, { who, flag }: Dice): Promise<void> {
  const { ledger, people, record } = world;
  const answer = await people[who].call('recordDelete', { params: { id: record } });
  if (answer.status === 200) ledger.deleted = true;
  if (!ledger.deleted || !flag) return;
  await people.boss.ok('binRestore', { body: { record } });
  ledger.deleted = false;
}
