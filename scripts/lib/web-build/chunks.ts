import type { Rolldown } from 'vite';

/**
 * How the page's modules are put into files: few, since each is a request of its own, but none with much that the screen
 * in front of somebody does not need. What the page needs at once is two files: libraries, which a release seldom
 * changes, and ours. A group without a tag has its modules with all that these import and no group before it has. Of the
 * rest each screen is a file, and so is what several screens share; the icons of many screens, each of them small, lie
 * together.
 */
export const CHUNKS: Rolldown.CodeSplittingOptions = {
  groups: [
    // Their styles stay with ours, in the order of theme/styles.ts: the layers are declared first.
    { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/].*\.m?js$/, priority: 9 },
    { name: 'start', tags: ['$initial'], priority: 8 },
    // What somebody who is signed in sees first.
    { name: 'shell', test: /[\\/](shell|dashboard-screen)\.tsx$/, priority: 7 },
    { name: 'sign-in', test: /[\\/]sign-in-screen\.tsx$/, priority: 6 },
    // In the top bar, and not waited for.
    { name: 'sync', test: /[\\/]sync[\\/]indicator\.tsx$/, priority: 5 },
    // Loaded ahead (app/look-ahead.ts), and first by whoever comes from a link.
    { name: 'library', test: /[\\/]library-screen\.tsx$/, priority: 4 },
    { name: 'record', test: /[\\/]record-screen\.tsx$/, priority: 3 },
    // What is loaded behind every first screen (app/load-later.ts).
    { name: 'later', test: /[\\/]later-parts\.tsx$/, priority: 2 },
    { name: 'icons', test: /[\\/]@tabler[\\/]/, minShareCount: 6, priority: 1 },
  ],
};
