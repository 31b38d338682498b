import { lazy, Suspense } from 'react';

const Loaded = lazy(async () => ({ default: (await import('./no-library.tsx')).NoLibrary }));

/** `no-library.tsx`, which hardly anybody needs: it is loaded when it is drawn. */
export function NoLibrary() {
  return (
    <Suspense>
      <Loaded />
    </Suspense>
  );
}
