import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DuplicateMessageError, OutOfOrderError, ProtocolError } from './errors.ts';
import { ENVELOPE_VERSION, type Message, type MessageType, parseMessage } from './messages.ts';
import { channelState, isRepetition, reduce, resetChannel } from './reducer.ts';

const EPOCH = 'boot-1';
const OPS = [0, 1, 2].map((n) => `01890000-0000-7000-8000-00000000000${n}`);

interface Step {
  type: MessageType;
  op?: number;
  progress?: number;
}

const DATA: Partial<Record<MessageType, unknown>> = {
  'new file': {
    localId: OPS[0],
    file: { name: 'acta.docx', size: 3 },
    folder: { groupId: OPS[1] },
    title: 'Acta de obra',
  },
  'create record': {
    localId: OPS[0],
    fields: { title: 'Acta de obra', group: OPS[1], state: 0, labels: [] },
  },
  online: { name: 'Notebook', platform: 'linux' },
};

function message(step: Step, seq: number | undefined): Message {
  return parseMessage({
    v: ENVELOPE_VERSION,
    id: crypto.randomUUID(),
    opId: OPS[step.op ?? 0],
    type: step.type,
    epoch: EPOCH,
    ...(seq === undefined ? {} : { seq }),
    ...(step.progress === undefined ? {} : { progress: step.progress }),
    ...(step.type in DATA ? { data: DATA[step.type] } : {}),
  });
}

function run(steps: readonly Step[], start = channelState(EPOCH, 0)) {
  let state = start;
  const errors: (string | undefined)[] = [];
  for (const [index, step] of steps.entries()) {
    const result = reduce(state, message(step, start.lastSeq + index + 1));
    state = result.state;
    errors.push(result.error?.code);
  }
  return { state, errors };
}

const legal: readonly (readonly Step[])[] = [
  [{ type: 'download' }, { type: 'downloading', progress: 0 }, { type: 'downloaded', progress: 100 }],
  [{ type: 'downloading' }, { type: 'download failed' }, { type: 'downloading' }, { type: 'downloaded' }],
  [{ type: 'new file' }, { type: 'create record' }, { type: 'uploading' }, { type: 'uploaded' }],
  [{ type: 'file changed' }, { type: 'uploading', progress: 40 }, { type: 'uploading', progress: 40 }],
  [{ type: 'editing' }, { type: 'editing' }, { type: 'done editing' }, { type: 'editing' }],
  [{ type: 'online' }],
];

const illegal: readonly (readonly Step[])[] = [
  [{ type: 'downloaded' }],
  [{ type: 'uploaded' }],
  [{ type: 'done editing' }],
  [{ type: 'downloading' }, { type: 'uploaded' }],
  [{ type: 'downloading' }, { type: 'downloaded' }, { type: 'downloaded' }],
  [
    { type: 'uploading', progress: 50 },
    { type: 'uploading', progress: 49 },
  ],
];

describe('the channel reducer', () => {
  test.each(legal.map((steps) => [steps.map((step) => step.type).join(' → '), steps] as const))(
    'accepts %s',
    (_name, steps) => {
      expect(run(steps).errors.filter(Boolean)).toEqual([]);
    },
  );

  test.each(illegal.map((steps) => [steps.map((step) => step.type).join(' → '), steps] as const))(
    'raises a ProtocolError at the end of %s, and goes on after it',
    (_name, steps) => {
      const { state, errors } = run(steps);
      expect(errors.at(-1)).toBe('protocol');
      expect(errors.slice(0, -1).filter(Boolean)).toEqual([]);
      expect(state.lastSeq).toBe(steps.length);
      expect(reduce(state, message({ type: 'downloading', op: 2 }, steps.length + 1)).error).toBeUndefined();
    },
  );

  test('remembers no more than so many operations, even where none of them ever ends', () => {
    let state = channelState(EPOCH, 0);
    for (let seq = 1; seq <= 1050; seq += 1) {
      ({ state } = reduce(state, { ...message({ type: 'file changed' }, seq), opId: crypto.randomUUID() }));
    }
    expect(state.operations.size).toBe(1000);
    expect(state.lastSeq).toBe(1050);
  });

  test('raises a DuplicateMessageError on a seq seen, an OutOfOrderError on a gap, and applies neither', {
    tags: 'spec-8.3-message-order',
  }, () => {
    const { state } = run([{ type: 'downloading' }]);
    const duplicate = reduce(state, message({ type: 'downloaded' }, 1));
    expect(duplicate.error).toBeInstanceOf(DuplicateMessageError);
    expect(duplicate.state).toBe(state);
    const gap = reduce(state, message({ type: 'downloaded' }, 3));
    expect(gap.error).toBeInstanceOf(OutOfOrderError);
    expect(gap.state).toBe(state);
    expect(reduce(state, { ...message({ type: 'downloaded' }, 2), epoch: 'boot-2' }).error).toBeInstanceOf(
      OutOfOrderError,
    );
  });

  test('after a reset any first step is legal, but only the first', () => {
    const { errors } = run(
      [{ type: 'downloaded' }, { type: 'downloaded' }, { type: 'uploaded', op: 1 }],
      resetChannel(EPOCH, 41),
    );
    expect(errors).toEqual([undefined, 'protocol', undefined]);
  });

  test('a repeated step carries no seq, its first one does', () => {
    const { state } = run([{ type: 'uploading', progress: 0 }]);
    expect(isRepetition(channelState(EPOCH, 0), message({ type: 'uploading' }, 1))).toBe(false);
    expect(isRepetition(state, message({ type: 'uploading', progress: 7 }, 2))).toBe(true);
    expect(isRepetition(state, message({ type: 'uploaded' }, 2))).toBe(false);
    const repeated = reduce(state, message({ type: 'uploading', progress: 7 }, undefined));
    expect(repeated.error).toBeUndefined();
    expect(repeated.state.lastSeq).toBe(1);
    expect(repeated.state.operations.get(OPS[0] ?? '')?.progress).toBe(7);
  });

  test('progress falls only where a transfer says that it goes on, and that is no repetition', () => {
    const { state } = run([{ type: 'uploading', progress: 82 }]);
    const fallen = message({ type: 'uploading', progress: 60 }, 2);
    expect(reduce(state, fallen).error).toBeInstanceOf(ProtocolError);
    const resumed = { ...fallen, data: { resumed: true } } as typeof fallen;
    expect(isRepetition(state, resumed)).toBe(false);
    const after = reduce(state, resumed);
    expect(after.error).toBeUndefined();
    expect(after.state.operations.get(OPS[0] ?? '')?.progress).toBe(60);
    // What is over does not go on.
    const done = run([{ type: 'uploading' }, { type: 'uploaded' }]).state;
    expect(reduce(done, { ...resumed, seq: 3 }).error).toBeInstanceOf(ProtocolError);
  });

  test('a repetition that comes late begins nothing anew', () => {
    const { state } = run([{ type: 'editing' }, { type: 'done editing' }]);
    const late = reduce(state, message({ type: 'editing' }, undefined));
    expect(late.error).toBeInstanceOf(ProtocolError);
    expect(late.state).toBe(state);
  });

  const step = fc.record({
    type: fc.constantFrom<MessageType>(
      'download',
      'downloading',
      'downloaded',
      'download failed',
      'new file',
      'file changed',
      'uploading',
      'uploaded',
      'upload failed',
      'editing',
      'done editing',
      'online',
    ),
    op: fc.nat(2),
    progress: fc.nat(100),
  });

  test('delivery with duplicates, swaps and gaps ends in the state of a clean delivery once the gaps are filled', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 30 }),
        fc.array(fc.tuple(fc.nat(40), fc.constantFrom('twice', 'late', 'lost')), { maxLength: 15 }),
        (steps, faults) => {
          const clean = steps.map((each, index) => message(each, index + 1));
          const wanted = clean.reduce((state, each) => reduce(state, each).state, channelState(EPOCH, 0));
          const delivered = [...clean];
          for (const [at, fault] of faults) {
            const [taken] = delivered.splice(at % (delivered.length || 1), 1);
            if (!taken) continue;
            if (fault === 'twice') delivered.splice(at, 0, taken, taken);
            if (fault === 'late') delivered.push(taken);
          }
          let state = channelState(EPOCH, 0);
          const accept = (each: Message) => {
            const result = reduce(state, each);
            if (result.error instanceof DuplicateMessageError || result.error instanceof OutOfOrderError) {
              expect(result.state).toBe(state);
            }
            state = result.state;
            return result.error;
          };
          for (const each of delivered) {
            if (accept(each) instanceof OutOfOrderError) clean.slice(state.lastSeq).forEach(accept);
          }
          clean.slice(state.lastSeq).forEach(accept);
          expect(state).toEqual(wanted);
        },
      ),
    );
  });

  test('lastSeq never falls and every numbered message is either consumed or refused as out of turn', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.integer({ min: 1, max: 12 }))), (sequence) => {
        let state = channelState(EPOCH, 0);
        for (const [each, seq] of sequence) {
          const before = state.lastSeq;
          const { state: after, error } = reduce(state, message(each, seq));
          const refused = error instanceof DuplicateMessageError || error instanceof OutOfOrderError;
          expect(refused).toBe(seq !== before + 1);
          expect(after.lastSeq).toBe(refused ? before : seq);
          if (error instanceof ProtocolError) expect(after.operations).toBe(state.operations);
          state = after;
        }
      }),
    );
  });
});
