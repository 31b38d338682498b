import { type ComponentType, lazy, Suspense } from 'react';
import { untilLoaded } from '../../hooks/until-loaded.ts';
import { desktop } from '../../platform/platform.ts';

/* What the shell has of sync, in chunks of their own: a browser draws nothing of it. */

/** A part that is loaded when it is first drawn. */
function lazily(load: () => Promise<ComponentType>): ComponentType {
  const Part = lazy(async () => ({ default: await untilLoaded(load) }));
  return () => (
    <Suspense>
      <Part />
    </Suspense>
  );
}

/** In a browser it listens for messages of the person's desktops. */
export const SyncIndicator = lazily(
  async () => (await import('../../features/sync/indicator.tsx')).Indicator,
);
export const SyncSummary = lazily(async () => (await import('../../features/sync/summary.tsx')).Summary);

const Dock = lazily(async () => (await import('../../features/sync/dock.tsx')).Dock);
export const SyncDock = () => desktop && <Dock />;
