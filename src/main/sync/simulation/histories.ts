import fc from 'fast-check';

/** One act. Numbers choose among what exists at that moment, so every list of acts is legal. */
export type Act =
  | { readonly do: 'write' | 'save by rename' | 'delete' | 'lock' | 'unlock'; readonly file: number }
  | {
      readonly do: 'create' | 'copy' | 'move' | 'move folder';
      readonly file: number;
      readonly folder: number;
      readonly name: string;
    }
  | { readonly do: 'make folder' | 'make ignored'; readonly folder: number; readonly name: string }
  /** A program opens a document and keeps it open; writes through its handle, wherever the file is by now; closes it. */
  | { readonly do: 'hold open' | 'write through' | 'let go'; readonly file: number }
  | {
      readonly do:
        | 'crash'
        | 'power cut'
        | 'go offline'
        | 'lose a reply'
        | 'lose the journal'
        | 'lose a message'
        | 'double a message'
        | 'delay a message';
      readonly in: number;
    }
  | { readonly do: 'server edit' | 'server delete' | 'server publish'; readonly file: number }
  | { readonly do: 'server delete folder'; readonly file: number }
  | { readonly do: 'server move'; readonly file: number; readonly folder: number; readonly name: string }
  | { readonly do: 'role'; readonly role: 'upload' | 'reader' | 'none' }
  | { readonly do: 'back up' }
  | { readonly do: 'restore' }
  /** Another process of the server: positions in the channels are lost. */
  | { readonly do: 'restart' }
  /** At the server; on the disk; and a folder of its person's own, where the library's lies. */
  | {
      readonly do: 'rename library' | 'rename library folder' | 'make a folder beside';
      readonly name: string;
    }
  /** A screen asks the desktop for a document. */
  | { readonly do: 'ask for'; readonly file: number };

export interface Step {
  readonly client: number;
  readonly act: Act;
}

export interface SyncStep {
  readonly client: number;
  readonly sync: true;
  /** Milliseconds that pass before it. */
  readonly wait: number;
  /** It compares only what the watcher and the channels told of. */
  readonly byHints?: boolean;
  readonly during: readonly { readonly at: number; readonly label?: string | undefined; readonly act: Act }[];
}

/** Nobody acts until nothing changes any more, and all invariants must hold. */
export interface PeaceStep {
  readonly peace: true;
}

/** From here on this client must end in the same state with any order of its batches (invariant 4). */
export interface TwinsStep {
  readonly client: number;
  /** Seed of the other order. */
  readonly twins: number;
}

export type AnyStep = Step | SyncStep | PeaceStep | TwinsStep;

export interface History {
  /** Seed of the order of batches; 0 for that of the app. */
  readonly order: number;
  /** Beside two people who upload, a third one. */
  readonly third?: 'upload' | 'reader' | undefined;
  readonly steps: readonly AnyStep[];
}

const NAMES = ['Acta.docx', 'acta.docx', 'Informe.pdf', 'Plano.png', 'Obras'];
/** Steps at which an interruption does most harm. */
const MOMENTS = [
  'content',
  'contents',
  'keep',
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
  'sendVersion',
  'sendVersion done',
  'upload part',
  'sendRecords',
  'sendRecords done',
  'confirm',
  'confirm done',
  'before commit',
  'after commit',
];
/** Ignored names, in a folder and below an ignored folder. */
const IGNORED = [
  'Minuta.tmp',
  'Informe.docx~',
  'video.mp4.part',
  'Borradores~/Presupuesto final.xlsx',
  // Covered by a person's own pattern.
  'Plano.bak',
];
const number = fc.nat(7);
const name = fc.constantFrom(...NAMES);
const folderName = fc.constantFrom('Obras', 'Planos');

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
  fc.oneof(
    fc.record({
      do: fc.constant('make ignored' as const),
      folder: number,
      name: fc.constantFrom(...IGNORED),
    }),
    fc.record({ do: fc.constantFrom('hold open', 'write through', 'let go'), file: number }),
  ),
];
const server: fc.Arbitrary<Act>[] = [
  fc.record({
    do: fc.constantFrom('server edit', 'server edit', 'server publish', 'server publish', 'server delete'),
    file: number,
  }),
  fc.record({ do: fc.constant('server move' as const), file: number, folder: number, name }),
  fc.record({ do: fc.constant('server delete folder' as const), file: number }),
];
const faults: fc.Arbitrary<Act> = fc.record({
  do: fc.constantFrom('crash', 'crash', 'power cut', 'go offline', 'lose a reply', 'lose a reply'),
  in: number,
});
const disturbances: fc.Arbitrary<Act> = fc.record({
  do: fc.constantFrom('lose a message', 'double a message', 'delay a message'),
  in: fc.nat(3),
});
const rare: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant('role' as const), role: fc.constantFrom('upload', 'reader', 'none') }),
  fc.record({ do: fc.constant('lose the journal' as const), in: number }),
  fc.record({ do: fc.constant('restart' as const) }),
  fc.record({
    do: fc.constantFrom('rename library', 'rename library folder', 'make a folder beside'),
    name: fc.constantFrom('Calidad', 'calidad', 'Obras', 'Otra'),
  }),
);
const asking: fc.Arbitrary<Act> = fc.record({ do: fc.constant('ask for' as const), file: number });
const restores: fc.Arbitrary<Act> = fc.record({ do: fc.constantFrom('back up', 'restore') });

/** Random histories; `withRestore` includes a server that is restored from a backup. */
export function histories(withRestore: boolean): fc.Arbitrary<History> {
  const act = fc.oneof(
    ...personal,
    ...personal,
    ...server,
    rare,
    disturbances,
    asking,
    ...(withRestore ? [restores] : []),
  );
  const during = fc.record({
    at: fc.nat(150),
    label: fc.option(fc.constantFrom(...MOMENTS), { nil: undefined }),
    act: fc.oneof(...personal, ...server, faults, faults, disturbances),
  });
  const sharp = fc.oneof(
    fc.record({
      at: fc.nat(1),
      label: fc.constantFrom('hash', 'link', 'replace'),
      act: fc.record({ do: fc.constantFrom('write', 'save by rename'), file: number }),
    }),
    fc.record({
      at: fc.nat(1),
      label: fc.constantFrom('createRecord', 'sendRecords', 'createVersion', 'sendVersion', 'confirm'),
      act: fc.record({ do: fc.constantFrom('lose a reply', 'crash'), in: fc.constant(0) }),
    }),
  );
  const client = fc.nat(2);
  const sync = fc.record({
    client,
    sync: fc.constant(true as const),
    wait: fc.constantFrom(0, 2500, 2500, 2500, 70_000),
    byHints: fc.boolean(),
    during: fc.array(fc.oneof(during, during, sharp), { maxLength: 3 }),
  });
  /** The most frequent case: a new version from elsewhere, while somebody writes. */
  const collision = fc
    .record({ client, during: fc.array(sharp, { minLength: 1, maxLength: 2 }) })
    .map(({ client: who, during: sharply }): AnyStep[] => [
      { client: who, act: { do: 'server edit', file: 0 } },
      { client: who, sync: true, wait: 2500, during: sharply },
    ]);
  /**
   * Somebody tidies up: several moves at once, of which one may depend on another, and the server is told of all
   * together.
   */
  const tidying = fc
    .record({
      client,
      folders: fc.array(
        fc.record({ do: fc.constant('make folder' as const), folder: number, name: folderName }),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
      moves: fc.array(
        fc.record({
          do: fc.constantFrom('move folder', 'move folder', 'move'),
          file: number,
          folder: number,
          name: fc.oneof(folderName, name),
        }),
        { minLength: 2, maxLength: 4 },
      ),
      twins: fc.integer({ min: 1, max: 999 }),
    })
    .map(({ client: who, folders, moves, twins: order }): AnyStep[] => [
      ...folders.flatMap((act, index) => [
        { client: who, act },
        // A folder is made on the server with its first document.
        { client: who, act: { do: 'create' as const, file: 0, folder: index + 1, name: 'Plano.png' } },
      ]),
      quiet(who),
      quiet(who),
      ...moves.map((act) => ({ client: who, act })),
      { client: who, twins: order },
      quiet(who),
    ]);
  /** A program keeps a document open while another version comes, and saves later. */
  const holding = fc
    .record({ client, wait: fc.constantFrom(2500, 70_000) })
    .map(({ client: who, wait }): AnyStep[] => [
      { client: who, act: { do: 'hold open', file: 0 } },
      { client: who, act: { do: 'server edit', file: 0 } },
      quiet(who),
      { ...quiet(who), wait },
      { client: who, act: { do: 'write through', file: 0 } },
      quiet(who),
      quiet(who),
    ]);
  /** A person's own files are in a folder that somebody deletes. */
  const leaving = fc
    .record({ client, name: fc.constantFrom(...IGNORED), folder: folderName })
    .map(({ client: who, name: ignored, folder }): AnyStep[] => [
      { client: who, act: { do: 'make folder', folder: 0, name: folder } },
      { client: who, act: { do: 'create', file: 0, folder: 1, name: 'Plano.png' } },
      quiet(who),
      quiet(who),
      { client: who, act: { do: 'make ignored', folder: 1, name: ignored } },
      { client: who, act: { do: 'server delete folder', file: 0 } },
      quiet(who),
      quiet(who),
    ]);
  const one = fc.oneof(fc.record({ client, act }), sync, sync).map((step): AnyStep[] => [step]);
  const twins = fc
    .record({ client, twins: fc.integer({ min: 1, max: 999 }) })
    .map((step): AnyStep[] => [step]);
  const peace = fc.constant<AnyStep[]>([{ peace: true }]);
  const steps = fc.array(
    fc.oneof(
      { weight: 90, arbitrary: one },
      { weight: 10, arbitrary: collision },
      { weight: 2, arbitrary: twins },
      { weight: 3, arbitrary: tidying },
      { weight: 2, arbitrary: peace },
      { weight: 2, arbitrary: holding },
      { weight: 2, arbitrary: leaving },
    ),
    { minLength: 4, maxLength: 45 },
  );
  return fc.record({
    // The simplest order is the app's own.
    order: fc.oneof(fc.constant(0), fc.nat(999)),
    third: fc.constantFrom(undefined, 'reader' as const, 'upload' as const),
    steps: fc.tuple(fc.boolean(), steps).map(([known, rest]) => [...(known ? PRELUDE : []), ...rest.flat()]),
  });
}

const quiet = (client: number): SyncStep => ({ client, sync: true, wait: 2500, during: [] });
/** A document that everybody has. */
const PRELUDE: readonly AnyStep[] = [
  quiet(0),
  { client: 0, act: { do: 'create', file: 0, folder: 0, name: 'Acta.docx' } },
  quiet(0),
  quiet(0),
  { client: 0, act: { do: 'server publish', file: 0 } },
  quiet(1),
  quiet(2),
];
