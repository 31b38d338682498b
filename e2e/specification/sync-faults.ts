import { type HoldingTest, testsIn } from './line.ts';

/** A fault that the sync engine must survive, and the tests that show it. */
export interface SyncFault {
  /** What goes wrong, in a few words. */
  readonly fault: string;
  /** On the real engine, server, disk and processes. */
  readonly tests: readonly HoldingTest[];
}

const sync = (name: string) => testsIn(`src/main/sync/${name}.int.test.ts`);
const kills = sync('faults/faults');
const engine = sync('engine/engine');
const screens = sync('faults/screens');
const lost = sync('faults/access-lost');
const crash = sync('faults/crash');
const saving = sync('faults/saving');
const root = sync('faults/root');
const names = sync('faults/names');
const disk = sync('faults/disk');
const moves = sync('faults/moves');
const many = sync('faults/many');
const answers = sync('faults/lost-answers');
const sides = sync('faults/two-sides');
const messages = sync('faults/messages');
const server = sync('faults/server');
const line = sync('faults/line');

/** Every fault once. */
export const SYNC_FAULTS: readonly SyncFault[] = [
  {
    fault: 'kill -9 mid-download',
    tests: [
      ...kills('in the middle of a download: it goes on from there, and the file is whole'),
      ...line('cut in the middle of a download: it goes on from there by Range'),
    ],
  },
  {
    fault: 'crash between rename and journal',
    tests: crash(
      'right after its $call, before the $at: $what',
      'nothing of it made a second document, or a version too many',
    ),
  },
  {
    fault: 'kill -9 mid-upload',
    tests: [
      ...kills('in the middle of an upload: one record, one version, with the bytes that were there'),
      ...line(
        'cut in the middle of an upload: what the server has is not sent again',
        'kill -9 in the middle of a large upload: at most a part of it is sent again',
      ),
      ...server('killed while ten uploads are in flight: each document is there once, and whole'),
    ],
  },
  {
    fault: 'reply lost after commit',
    tests: answers(
      '%s of a new file',
      '%s of many new files',
      '%s of a large file',
      '%s of an edited file',
      'recordUpdate, batchMove, folderCreate and folderUpdate of moves and renames',
      '%s of a conflict',
      'recordCreate of a new file whose wizard was submitted',
      'clientCreate when a desktop starts for the first time',
    ),
  },
  {
    fault: 'edit during upload',
    tests: saving('edit during upload: what was there goes up whole, then what came after it'),
  },
  {
    fault: 'edit during download',
    tests: saving(
      'edit during download: the edit stays until the server has it, and both are kept',
      'edit during download, right before the file is replaced ($action): $kept',
    ),
  },
  {
    fault: 'two clients on one base',
    tests: [
      ...engine('two edits on one base are both kept'),
      ...sides('two clients on one base that confirm at the same moment: one is current, one a conflict'),
    ],
  },
  {
    fault: 'same bytes on both sides',
    tests: sides(
      'the same new bytes on both sides are adopted without transfer',
      'the same edit on both sides is one version, and travels once',
      'the same edit that both send at the same moment leaves nobody anything to decide',
    ),
  },
  {
    fault: "Word's save by rename with a 300 ms gap",
    tests: saving("Word's save by rename with a 300 ms gap: one new version ($program)"),
  },
  {
    fault: '`~$` appears and goes',
    tests: [
      ...screens(
        'an open document is told as being edited, and as free again',
        'a lock file that its program left behind is ignored, and known',
      ),
      ...saving('`~$` appears and goes: what came meanwhile waits until it is gone'),
    ],
  },
  {
    fault: 'Excel keeping mtime and size',
    tests: saving('Excel keeping mtime and size: the engine $0 sees the change'),
  },
  {
    fault: 'touch of 10k files',
    tests: many('touch of 10k files: nothing is uploaded'),
  },
  {
    fault: 'mtime of 1970 and of the future',
    tests: saving('mtime of 1970 and of the future: taken over, and no reason to send anything'),
  },
  {
    fault: 'rename of a folder of 2,000',
    tests: many('rename of a folder of 2,000: one call, no bytes'),
  },
  {
    fault: 'rename against remote edit',
    tests: moves('rename against remote edit: the new bytes under the new name ($renamer renames)'),
  },
  {
    fault: 'crossed folder moves',
    tests: moves(
      'crossed folder moves: A into B here, B into A there; the tree stays a tree and loses nothing',
      'crossed moves of documents between two folders: each lies where the server has it, once',
    ),
  },
  {
    fault: '`Acta`/`acta`, NFC/NFD',
    tests: names(
      '`Acta` and `acta` in one folder, written here: two documents, and room for both on every disk',
      '`Acta` becomes `acta`: the same document under its new name',
      'NFC and NFD in one folder, written here and by others',
    ),
  },
  {
    fault: '`CON.docx`, trailing dot, 300-character path',
    tests: names(
      '`CON.docx`, a dot or a blank at the end, 255 bytes: from the server to the disk',
      '`CON.docx`, a dot or a blank at the end, 255 bytes: from the disk to the server',
      'a folder that no other disk would take waits with its reason, and so does what is in it',
      'a path of more than 300 characters, both ways',
    ),
  },
  {
    fault: 'symlink out of the root',
    tests: names(
      'a symlink out of the root: nothing goes up through it, and nothing comes down',
      'a synced folder that becomes a symlink out of the root is followed nowhere',
    ),
  },
  {
    fault: 'root unmounted or emptied',
    tests: root(
      'unmounted while it runs: it asks, sends nothing, and goes on once the root is back',
      'unmounted while it was stopped, with its folder gone: it asks, and goes on once the root is back',
      'emptied, and its person begins anew: everything comes back from the server',
      'emptied of its documents, and its person says "%s"',
      'pointed to the folder of another desktop: it asks, and touches neither',
    ),
  },
  {
    fault: 'server restored from backup',
    tests: server(
      'restored from a backup: nothing newer is overwritten or removed, its bytes are sent again',
    ),
  },
  {
    fault: 'removed from a library while offline with edits',
    tests: lost('$what: gone from lists, search, links, feed and folders; nothing written is lost'),
  },
  {
    fault: 'obsolete while editing',
    tests: sides(
      'made obsolete while it is edited: the work stays beside it, and may become a document',
      'made obsolete while its edit is being sent: the same',
    ),
  },
  {
    fault: 'duplicate, swapped, gapped messages',
    tests: messages(
      'a message that comes twice is logged and changes nothing',
      'two messages in the wrong order are logged, and healed by one resume',
      'a message that is lost leaves a gap, which one resume fills',
      'steps of the desktop that go up with %s: screens hear nothing illegal, the document is there once',
      'what happened beyond the ring is fetched after a reset',
    ),
  },
  {
    fault: 'disk full, file busy, watch limit reached, cursor 410',
    tests: disk(
      'disk full: nothing half-made is seen, an edit waits, and all of it goes on once there is room',
      'a file larger than this disk takes holds up nobody else',
      'file busy: it is tried again, and comes once its program lets go',
      'a folder that may not be written in: what comes there waits, the rest goes on',
      'watch limit reached: it looks by itself, more often, and goes on in both directions',
    ),
  },
];

/** Shown by no test yet. A fault that gets its test leaves this list, in the same change. */
export const NOT_SHOWN: readonly string[] = [];
