import fc from 'fast-check';

/** One act. Numbers choose among what exists at that moment, so every list of acts is legal. */
export type Act =
  | {
      readonly do:
        | 'write'
        | 'save by rename'
        /** As AutoCAD saves: the old file stays beside the new one under a backup's name. */
        | 'save with a backup'
        | 'delete'
        | 'delete folder'
        | 'lock'
        | 'unlock';
      readonly file: number;
    }
  | {
      readonly do: 'create' | 'copy' | 'move' | 'move folder';
      readonly file: number;
      readonly folder: number;
      readonly name: string;
    }
  | { readonly do: 'make folder' | 'make ignored'; readonly folder: number; readonly name: string }
  /** Folders in each other, as a tree that is copied here: a document in the innermost, and one at each level of a set bit. */
  | {
      readonly do: 'make nested folders';
      readonly folder: number;
      /** From the outermost inwards, `/` between names. */
      readonly name: string;
      readonly filled: number;
    }
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

const NAMES = ['Acta.docx', 'acta.docx', 'Informe.pdf', 'Plano.png', 'Obras'];
/** Steps at which an interruption does most harm. */
export const MOMENTS = [
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
  'createFolder',
  'createFolder done',
  'createFolders',
  'createFolders done',
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
export const IGNORED = [
  'Minuta.tmp',
  'Informe.docx~',
  'video.mp4.part',
  'Borradores~/Presupuesto final.xlsx',
  // Covered by a person's own pattern.
  'Plano.bak',
];
export const number = fc.nat(7);
export const name = fc.constantFrom(...NAMES);
export const folderName = fc.constantFrom('Obras', 'Planos');
/** Up to six levels; of some two names differ only in their letters, or in a dot that disks do not take. */
export const nestedFolders: fc.Arbitrary<Act> = fc.record({
  do: fc.constant('make nested folders' as const),
  folder: fc.nat(3),
  name: fc
    .array(fc.constantFrom('Obras', 'Planos', 'planos', 'Obras.'), { minLength: 2, maxLength: 6 })
    .map((names) => names.join('/')),
  filled: fc.nat(63),
});

export const personal: fc.Arbitrary<Act>[] = [
  fc.record({
    do: fc.constantFrom(
      'write',
      'write',
      'write',
      'save by rename',
      'save with a backup',
      'delete',
      'delete folder',
      'lock',
      'unlock',
    ),
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
export const server: fc.Arbitrary<Act>[] = [
  fc.record({
    do: fc.constantFrom('server edit', 'server edit', 'server publish', 'server publish', 'server delete'),
    file: number,
  }),
  fc.record({ do: fc.constant('server move' as const), file: number, folder: number, name }),
  fc.record({ do: fc.constant('server delete folder' as const), file: number }),
];
export const faults: fc.Arbitrary<Act> = fc.record({
  do: fc.constantFrom('crash', 'crash', 'power cut', 'go offline', 'lose a reply', 'lose a reply'),
  in: number,
});
export const disturbances: fc.Arbitrary<Act> = fc.record({
  do: fc.constantFrom('lose a message', 'double a message', 'delay a message'),
  in: fc.nat(3),
});
export const rare: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant('role' as const), role: fc.constantFrom('upload', 'reader', 'none') }),
  fc.record({ do: fc.constant('lose the journal' as const), in: number }),
  fc.record({ do: fc.constant('restart' as const) }),
  fc.record({
    do: fc.constantFrom('rename library', 'rename library folder', 'make a folder beside'),
    name: fc.constantFrom('Calidad', 'calidad', 'Obras', 'Otra'),
  }),
);
export const asking: fc.Arbitrary<Act> = fc.record({ do: fc.constant('ask for' as const), file: number });
export const restores: fc.Arbitrary<Act> = fc.record({ do: fc.constantFrom('back up', 'restore') });
