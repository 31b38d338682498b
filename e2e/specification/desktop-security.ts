import { type HoldingTest, testsIn } from './line.ts';

/** What the desktop keeps out (docs/desktop-security.md), and the tests that show it. */
export interface SecurityItem {
  readonly item: string;
  readonly tests: readonly HoldingTest[];
}

const window = testsIn('e2e/desktop/window.spec.ts');
const session = testsIn('e2e/desktop/session.spec.ts');
const packaged = testsIn('e2e/desktop/packaged.spec.ts');
const untrusted = testsIn('e2e/desktop/certificates.spec.ts');
const switches = testsIn('e2e/desktop/switches.spec.ts');
const synced = testsIn('e2e/desktop/sync.spec.ts');
const outside = testsIn('e2e/desktop/outside.spec.ts');
const download = testsIn('e2e/desktop/download.spec.ts');
const addresses = testsIn('src/main/url.test.ts');
const protocol = testsIn('src/main/windows/app-protocol.test.ts');
const links = testsIn('src/main/app/links.test.ts');
const certificates = testsIn('src/main/sync/adapters/http/certificates.int.test.ts');
const troubles = testsIn('src/shared/platform/certificate-trouble.test.ts');
const updates = testsIn('src/main/updates/updates.int.test.ts');

export const DESKTOP_SECURITY: readonly SecurityItem[] = [
  {
    item: 'sandbox and context isolation; no Node in the page, of the bridge only its interface',
    tests: window('there is no Node in the page, and of the bridge only what its interface names'),
  },
  {
    item: 'a protocol of its own, whose paths stay in their folder',
    tests: [
      ...window('the page’s protocol does not leave its folder'),
      ...protocol('%s is the file %s', 'a folder with the same beginning is another folder'),
    ],
  },
  {
    item: 'a policy without unsafe scripts, and of the network the chosen server alone',
    tests: [
      ...window('the policy allows own scripts only, and of the network nothing but the chosen server'),
      ...protocol('scripts need nothing unsafe; only workers may compile WebAssembly'),
    ],
  },
  {
    // What is dropped on the window is a navigation too.
    item: 'navigation away is denied, also of what is dropped on the window',
    tests: [
      ...window('navigation away is denied'),
      ...synced('a file that is dropped goes to the wizard, and nothing that is begun is lost by leaving'),
    ],
  },
  {
    item: 'nobody looks into the page of what is shipped by developer tools',
    tests: packaged('the archive starts, and its window opens on its own page'),
  },
  {
    item: 'switches that would open a release have no effect',
    tests: switches(
      'a release has no debugging port, and hands no switch on that takes the walls of its page down',
    ),
  },
  { item: 'new windows are denied', tests: window('new windows are denied') },
  {
    item: 'no webview, no frame from elsewhere',
    tests: window('a page in the page is nobody’s: no webview, no frame from elsewhere'),
  },
  {
    item: 'a server whose certificate is not in order gets nothing, by no way, and nobody can go on with it',
    tests: [
      ...untrusted('a server whose certificate is not trusted gets nothing, and nobody can go on with it'),
      ...certificates(
        'gets nothing of the engine, %s',
        'one that is in order is spoken to by all of them, %s',
      ),
      ...troubles('Chromium’s %s is %s'),
    ],
  },
  { item: 'permissions are denied, reading the clipboard too', tests: window('permissions are denied') },
  {
    item: 'only parsed https and mailto addresses are opened outside',
    tests: addresses('the system is asked to open %s: %s'),
  },
  {
    item: 'every call is checked for its sender',
    tests: window('a page that is not ours gets no answer, even with our preload'),
  },
  {
    item: 'every call is checked by its schema',
    tests: window('calls with a wrong input are refused by their schema'),
  },
  {
    item: 'fuses are set',
    tests: packaged('the fuses are set: no Node by a variable, no other code than the archive'),
  },
  {
    item: 'no server, sources, tests or secrets in what is shipped',
    tests: packaged(
      'the archive holds what was built for the desktop, and nothing else',
      'the .deb holds the same app, its entry in the menu, its scheme and its icons, and nothing else',
    ),
  },
  {
    item: 'secrets are in the system’s store only, or in memory with a notice',
    tests: session(
      'first run: address, folder, sign-in; still signed in after a restart; signed out for good',
      'without a secret store the session lives in memory, with a visible notice',
    ),
  },
  {
    item: 'a download comes from a signed link of the chosen server',
    tests: [
      ...download('a signed link of the server becomes a download, another address of it does not'),
      ...addresses('%s is downloaded: %s'),
    ],
  },
  {
    item: 'links of its scheme are hostile input: other origins, paths, lengths, pages that act',
    tests: [
      ...addresses('the deep link %s names %s'),
      ...links('a link that leads nowhere is told as such; no link is nothing'),
      ...outside('a link leads to its page: from a cold start, after signing in, and in the running app'),
    ],
  },
  {
    item: 'a second start hands its link over, and nothing else of its arguments',
    tests: [
      ...window('a second start hands its link to the first and ends'),
      ...addresses('a deep link is found among the arguments of a second start'),
    ],
  },
  {
    item: 'files are opened by an allow-list of kinds',
    tests: addresses('%s is opened with its program: %s'),
  },
  {
    item: 'an update is taken by signature, hash and origin only, and never an older one',
    tests: [
      ...updates(
        'a feed %s is refused, and no installer asked for',
        'an installer with another hash is refused, and does not stay',
        '%s is no update',
      ),
      ...outside(
        'a newer version is fetched in the background, offered, and started once its person says so',
      ),
    ],
  },
];
