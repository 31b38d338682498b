import fc from 'fast-check';

/** One thing that happens. Numbers choose among what is there at that moment, so every list is legal. */
export type Act =
  | { readonly do: 'write' | 'save by rename' | 'delete' | 'lock' | 'unlock'; readonly file: number }
  | {
      readonly do: 'create' | 'copy' | 'move' | 'move folder';
      readonly file: number;
      readonly folder: number;
      readonly name: string;
    }
  | { readonly do: 'make folder'; readonly folder: number; readonly name: string }
  | {
      readonly do: 'crash' | 'power cut' | 'go offline' | 'lose a reply' | 'lose the journal';
      readonly in: number;
    }
  | { readonly do: 'server edit' | 'server delete'; readonly file: number }
  | { readonly do: 'server move'; readonly file: number; readonly folder: number; readonly name: string }
  | { readonly do: 'role'; readonly role: 'upload' | 'reader' | 'none' }
  | { readonly do: 'back up' }
  | { readonly do: 'restore' };

export interface Step {
  readonly client: number;
  readonly act: Act;
}

export interface SyncStep {
  readonly client: number;
  readonly sync: true;
  /** Time that passes before it, in milliseconds. */
  readonly wait: number;
  readonly during: readonly { readonly at: number; readonly label?: string | undefined; readonly act: Act }[];
}

const NAMES = ['Acta.docx', 'acta.docx', 'Informe.pdf', 'Plano.png', 'Obras'];
/** Steps at which something coming in between does most harm. */
const MOMENTS = [
  'content',
  'write chunk',
  'syncFile',
  'link',
  'replace',
  'move',
  'hash',
  'copy',
  'createRecord',
  'createRecord done',
  'createVersion',
  'createVersion done',
  'upload part',
  'confirm',
  'confirm done',
  'before commit',
  'after commit',
];
const number = fc.nat(7);
const name = fc.constantFrom(...NAMES);

const personal: fc.Arbitrary<Act>[] = [
  fc.record({
    do: fc.constantFrom('write', 'write', 'write', 'save by rename', 'delete', 'lock', 'unlock'),
    file: number,
  }),
  fc.record({
    do: fc.constantFrom('create', 'create', 'copy', 'move', 'move folder'),
    file: number,
    folder: number,
    name,
  }),
  fc.record({ do: fc.constant('make folder' as const), folder: number, name }),
];
const server: fc.Arbitrary<Act>[] = [
  fc.record({ do: fc.constantFrom('server edit', 'server edit', 'server delete'), file: number }),
  fc.record({ do: fc.constant('server move' as const), file: number, folder: number, name }),
];
const faults: fc.Arbitrary<Act> = fc.record({
  do: fc.constantFrom('crash', 'crash', 'power cut', 'go offline', 'lose a reply', 'lose a reply'),
  in: number,
});
const rare: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant('role' as const), role: fc.constantFrom('upload', 'reader', 'none') }),
  fc.record({ do: fc.constant('lose the journal' as const), in: number }),
);
const restores: fc.Arbitrary<Act> = fc.record({ do: fc.constantFrom('back up', 'restore') });

/** Lists of what happens; `withRestore` includes a server that goes back to a backup. */
export function histories(clients: number, withRestore: boolean): fc.Arbitrary<(Step | SyncStep)[]> {
  const act = fc.oneof(...personal, ...personal, ...server, rare, ...(withRestore ? [restores] : []));
  const during = fc.record({
    at: fc.nat(150),
    label: fc.option(fc.constantFrom(...MOMENTS), { nil: undefined }),
    act: fc.oneof(...personal, ...server, faults, faults),
  });
  const sharp = fc.oneof(
    fc.record({
      at: fc.nat(1),
      label: fc.constantFrom('hash', 'link', 'replace'),
      act: fc.record({ do: fc.constantFrom('write', 'save by rename'), file: number }),
    }),
    fc.record({
      at: fc.nat(1),
      label: fc.constantFrom('createRecord', 'createRecords', 'createVersion', 'confirm'),
      act: fc.record({ do: fc.constantFrom('lose a reply', 'crash'), in: fc.constant(0) }),
    }),
  );
  const client = fc.nat(clients - 1);
  const sync = fc.record({
    client,
    sync: fc.constant(true as const),
    wait: fc.constantFrom(0, 2500, 2500, 2500, 70_000),
    during: fc.array(fc.oneof(during, during, sharp), { maxLength: 3 }),
  });
  /** What a document goes through most: a new version from elsewhere, and somebody writing just then. */
  const collision = fc
    .record({ client, during: fc.array(sharp, { minLength: 1, maxLength: 2 }) })
    .map(({ client: who, during: sharply }): (Step | SyncStep)[] => [
      { client: who, act: { do: 'server edit', file: 0 } },
      { client: who, sync: true, wait: 2500, during: sharply },
    ]);
  const one = fc.oneof(fc.record({ client, act }), sync, sync).map((step): (Step | SyncStep)[] => [step]);
  const steps = fc.array(fc.oneof({ weight: 9, arbitrary: one }, { weight: 1, arbitrary: collision }), {
    minLength: 4,
    maxLength: 45,
  });
  return fc.tuple(fc.boolean(), steps).map(([known, rest]) => [...(known ? PRELUDE : []), ...rest.flat()]);
}

const quiet = (client: number): SyncStep => ({ client, sync: true, wait: 2500, during: [] });
/** A document that both desktops have. */
const PRELUDE: readonly (Step | SyncStep)[] = [
  quiet(0),
  { client: 0, act: { do: 'create', file: 0, folder: 0, name: 'Acta.docx' } },
  quiet(0),
  quiet(0),
  quiet(1),
];
