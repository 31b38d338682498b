import { type HoldingTest, testsIn } from './line.ts';

/** A fault that the sync engine must outlive (the last section of sync.md), and the tests that show it. */
export interface SyncFault {
  /** As sync.md has it. */
  readonly fault: string;
  /** On the real engine, server, disk and processes. */
  readonly tests: readonly HoldingTest[];
}

const sync = (name: string) => testsIn(`src/main/sync/${name}.int.test.ts`);
const kills = sync('faults');
const engine = sync('engine');
const screens = sync('screens');
const lost = sync('access-lost');

/** Every fault once, in the order of sync.md. */
export const SYNC_FAULTS: readonly SyncFault[] = [
  {
    fault: 'kill -9 mid-download',
    tests: kills('in the middle of a download: it goes on from there, and the file is whole'),
  },
  { fault: 'crash between rename and journal', tests: [] },
  {
    fault: 'kill -9 mid-upload',
    tests: kills('in the middle of an upload: one record, one version, with the bytes that were there'),
  },
  { fault: 'reply lost after commit', tests: [] },
  { fault: 'edit during upload', tests: [] },
  { fault: 'edit during download', tests: [] },
  { fault: 'two clients on one base', tests: engine('two edits on one base are both kept') },
  { fault: 'same bytes on both sides', tests: [] },
  { fault: "Word's save by rename with a 300 ms gap", tests: [] },
  {
    fault: '`~$` appears and goes',
    tests: screens(
      'an open document is told as being edited, and as free again',
      'a lock file that its program left behind is ignored, and known',
    ),
  },
  { fault: 'Excel keeping mtime and size', tests: [] },
  { fault: 'touch of 10k files', tests: [] },
  { fault: 'mtime of 1970 and of the future', tests: [] },
  { fault: 'rename of a folder of 2,000', tests: [] },
  { fault: 'rename against remote edit', tests: [] },
  { fault: 'crossed folder moves', tests: [] },
  { fault: '`Acta`/`acta`, NFC/NFD', tests: [] },
  { fault: '`CON.docx`, trailing dot, 300-character path', tests: [] },
  { fault: 'symlink out of the root', tests: [] },
  { fault: 'root unmounted or emptied', tests: [] },
  { fault: 'server restored from backup', tests: [] },
  {
    fault: 'removed from a library while offline with edits',
    tests: lost('$what: gone from lists, search, links, feed and folders; nothing written is lost'),
  },
  { fault: 'obsolete while editing', tests: [] },
  { fault: 'duplicate, swapped, gapped messages', tests: [] },
  { fault: 'disk full, file busy, watch limit reached, cursor 410', tests: [] },
];

/** Shown by no test yet. A fault that gets its test leaves this list, in the same change. */
export const NOT_SHOWN: readonly string[] = [
  'crash between rename and journal',
  'reply lost after commit',
  'edit during upload',
  'edit during download',
  'same bytes on both sides',
  "Word's save by rename with a 300 ms gap",
  'Excel keeping mtime and size',
  'touch of 10k files',
  'mtime of 1970 and of the future',
  'rename of a folder of 2,000',
  'rename against remote edit',
  'crossed folder moves',
  '`Acta`/`acta`, NFC/NFD',
  '`CON.docx`, trailing dot, 300-character path',
  'symlink out of the root',
  'root unmounted or emptied',
  'server restored from backup',
  'obsolete while editing',
  'duplicate, swapped, gapped messages',
  'disk full, file busy, watch limit reached, cursor 410',
];
