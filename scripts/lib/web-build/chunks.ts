import type { Rolldown } from 'vite';

/**
 * How the page's modules are put into files. What the page needs at once is two files: libraries, which a release seldom
 * changes, and ours. The shell around all screens of somebody who is signed in is a third. Of the rest each screen is a file, and so is what several screens share; the icons of many
 * screens, each of them small, lie together.
 */
export const CHUNKS: Rolldown.CodeSplittingOptions = {
  groups: [
    // Their styles stay with ours, in the order of theme/styles.ts: the layers are declared first.
    { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/].*\.m?js$/, priority: 4 },
    { name: 'start', tags: ['$initial'], priority: 3 },
    // With all that it imports, which every screen behind it then has.
    { name: 'shell', test: /[\\/]app[\\/]layout[\\/]shell\.tsx$/, priority: 2 },
    { name: 'icons', test: /[\\/]@tabler[\\/]/, minShareCount: 6, priority: 1 },
  ],
};
