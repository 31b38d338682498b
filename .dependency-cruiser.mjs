// The rooms of docs/architecture.md, and what each may import. Every rule here has a planted violation under
// scripts/boundaries/planted, and scripts/check.mjs fails when a rule no longer reports its own.

import { domainsAbove } from './scripts/boundaries/domains.mjs';

/** Unit tests and test helpers may reach for a test runner, Node and their neighbours' helpers. */
const tests = '\\.test\\.tsx?$|/testing/';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** A room that may import nothing of the named others. */
const room = (name, path, others, comment) =>
  forbid(name, comment, { path, pathNot: tests }, { path: others });

const packages = (...names) => `(^|/)node_modules/(${names.join('|')})(/|$)`;

/** What does input and output: only the engine's adapters and its two ways of being started touch it. */
const io = '^(node:)?(fs|fs/promises|net|http|https|child_process|worker_threads|sqlite|os|dgram|tls)$';

export default {
  forbidden: [
    room(
      'shared-knows-no-room',
      '^src/shared/',
      '^(src/(main|preload|renderer)|server|e2e|bench|scripts)/',
      'src/shared is imported by everybody and imports nobody.',
    ),
    forbid(
      'shared-is-pure',
      'src/shared runs in browsers, servers and workers alike: no Node modules.',
      { path: '^src/shared/', pathNot: tests },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'shared-packages-are-pure',
      'Only packages without input, output or a screen.',
      { path: '^src/shared/', pathNot: tests },
      {
        path: 'node_modules/',
        pathNot: packages(
          ...['zod', 'zod-openapi', 'rrule', 'fflate', 'htmlparser2', 'i18next'],
          ...['postal-mime', '@kenjiuno/msgreader', '@kenjiuno/decompressrtf'],
        ),
      },
    ),
    {
      ...forbid(
        'shared-rooms-in-order',
        'Two rooms of src/shared that import each other are one room, or three.',
        { path: '^src/shared/[^/]+$' },
        { circular: true, path: '^src/shared/[^/]+$' },
      ),
      scope: 'folder',
    },
    room(
      'main-knows-no-other-room',
      '^src/main/',
      '^(src/(renderer|preload)|server|e2e|bench|scripts)/',
      'The main process speaks to the server by HTTP and to the page by IPC.',
    ),
    forbid(
      'engine-without-electron',
      'The sync engine also runs headless, as a command and in tests.',
      { path: '^src/main/sync/' },
      {
        path: `${packages('electron', 'electron-store', 'electron-updater')}|^electron$|^src/main/(?!sync/)`,
      },
    ),
    forbid(
      'planner-is-pure',
      'The planner decides; it neither reads nor writes, and knows no clock.',
      { path: '^src/main/sync/planner/', pathNot: tests },
      { path: `${io}|node_modules/|^src/main/sync/(adapters|executors|engine|local|host)/` },
    ),
    forbid(
      'engine-io-by-ports',
      'Only adapters (and the two programs that put them together) do input and output.',
      { path: '^src/main/sync/', pathNot: `${tests}|^src/main/sync/(adapters/|host/(cli|host))` },
      { path: `${io}|${packages('axios', 'chokidar', 'ws', 'tus-js-client')}|^src/main/sync/adapters/` },
    ),
    forbid(
      'main-starts-the-engine-only-by-its-host',
      'The engine lives in a process of its own.',
      { path: '^src/main/(?!sync/)', pathNot: tests },
      { path: '^src/main/sync/' },
    ),
    room(
      'preload-knows-no-other-room',
      '^src/preload/',
      '^(src/(main|renderer)|server|e2e|bench|scripts)/',
      'The preload is a bridge of types.',
    ),
    forbid(
      'preload-imports-types-only',
      'A sandboxed preload should hold no more code than the bridge itself.',
      { path: '^src/preload/' },
      { path: '^src/shared/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'preload-packages',
      'A sandboxed preload has electron and nothing else.',
      { path: '^src/preload/' },
      { path: 'node_modules/', pathNot: packages('electron') },
    ),
    room(
      'renderer-knows-no-other-room',
      '^src/renderer/',
      `^(src/(main|preload)|server|e2e|bench|scripts)/|${packages('electron', 'electron-store', 'express', 'kysely', 'pg')}|^electron$`,
      'The page knows the contract, not who keeps it.',
    ),
    forbid(
      'renderer-without-node',
      'The same renderer runs in a browser.',
      { path: '^src/renderer/', pathNot: tests },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'features-apart',
      'Features never import each other: what two of them need is shared, or the app puts it together.',
      { path: '^src/renderer/features/([^/]+)/' },
      { path: '^src/renderer/features/', pathNot: '^src/renderer/features/$1/' },
    ),
    forbid(
      'presentation-below-features',
      'What is shared knows neither features nor the app around them.',
      { path: '^src/renderer/(components|hooks|theme|i18n|api|platform)/', pathNot: tests },
      { path: '^src/renderer/(features|app)/' },
    ),
    forbid(
      'features-below-app',
      'The app puts features together, never the other way round.',
      { path: '^src/renderer/features/', pathNot: tests },
      { path: '^src/renderer/app/' },
    ),
    room(
      'server-knows-no-other-room',
      '^server/',
      `^(src/(main|preload|renderer)|e2e|bench|scripts)/|${packages('electron', 'react', 'react-dom')}|^electron$`,
      'The server knows the contract, not its clients.',
    ),
    room(
      'platform-knows-no-domain',
      '^server/platform/',
      '^server/(?!platform/|config\\.ts$)',
      'The platform would serve another product as well.',
    ),
    room(
      'domains-are-composed-from-above',
      '^server/domains/',
      '^server/(?!platform/|domains/|config\\.ts$)',
      'Domains offer a module; the container puts them together.',
    ),
    // The order of domains, a rule for each of them.
    ...domainsAbove
      .filter(([, above]) => above.length > 0)
      .map(([domain, above]) =>
        room(
          `order-of-${domain}`,
          `^server/domains/${domain}/`,
          `^server/domains/(${above.join('|')})/`,
          'What an upper domain does about it, it does by a hook (decision 0049).',
        ),
      ),
    forbid(
      'routes-through-services',
      'A route is a line or three: authorization and rules are in services.',
      { path: '\\.routes\\.ts$', pathNot: '^server/(routes|raw-routes)\\.ts$' },
      { path: '\\.(queries|policy)\\.ts$|^server/platform/db/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'policies-are-pure',
      'A policy decides from what it is given.',
      { path: '^server/.*\\.policy\\.ts$' },
      { path: `${io}|^server/.*\\.(service|queries|routes|job)\\.ts$` },
    ),
    forbid(
      'queries-are-kysely',
      'Queries speak SQL and nothing else.',
      { path: '^server/.*\\.queries\\.ts$' },
      {
        path: `${io}|^server/.*\\.(service|routes|job|presenter)\\.ts$|^server/platform/(http|realtime|mail)/|${packages('express', 'ws', 'pg')}`,
      },
    ),
    forbid(
      'uploads-below-services',
      'Uploads move bytes and count them; whose they are is settled before, and what becomes of them after.',
      { path: '^server/platform/uploads/', pathNot: tests },
      { path: `^server/platform/(http|realtime|outbox)/|\\.queries\\.ts$|${packages('express')}` },
    ),
    forbid(
      'services-below-http',
      'Services do not know how they are called.',
      { path: '^server/.*\\.(service|job|presenter|hooks|followers)\\.ts$' },
      { path: `^server/platform/http/|\\.routes\\.ts$|${packages('express')}` },
    ),
    forbid(
      'programs-are-fenced',
      'What reads the files of strangers runs behind the fences of decision 0044: nothing else starts a program.',
      { path: '^server/', pathNot: `${tests}|^server/platform/fence/` },
      { path: '^(node:)?child_process$' },
    ),
    forbid(
      'product-without-test-helpers',
      'Test helpers are never part of the product.',
      { path: '^(src|server)/', pathNot: `${tests}|^server/demo/` },
      { path: '/testing/|\\.test\\.tsx?$|^(e2e|bench)/' },
    ),
    forbid(
      'shipped-needs-dependencies',
      'What is shipped imports what is listed as shipped: licences and the list of components go by that.',
      { path: '^(src|server)/', pathNot: `${tests}|^server/demo/|^src/main/sync/simulation/` },
      {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: `${packages('electron')}|/@types/`,
      },
    ),
    forbid('no-cycles', 'Two files that import each other are one file, or three.', {}, { circular: true }),
    forbid('no-unresolvable', 'What is imported exists.', {}, { couldNotResolve: true }),
  ],
  options: {
    parser: 'swc',
    // Without it, `import type` is not seen at all.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(out|data)/|[?]' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts', '.css'],
    },
  },
};
