import type { Connections } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import type { CallObserver, SocketObserver } from '../http/calls/watch-calls.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { measureCalls } from './call-metrics.ts';
import { measureInstallation } from './installation-metrics.ts';
import { measureJobs } from './job-metrics.ts';
import { type MetricsServer, serveMetrics } from './metrics-server.ts';
import { measureProcess } from './process-metrics.ts';
import { Registry } from './registry.ts';

/** Upper bounds in seconds: most statements take a thousandth. */
const QUERY_BUCKETS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10];

/** The metrics of a server process, made before everything that they measure. */
export interface Metrics {
  readonly calls: CallObserver & SocketObserver;
  /** A query was answered. */
  query(seconds: number): void;
  /** @returns the same sweeps, measured */
  jobs(sweeps: readonly Sweep[]): readonly Sweep[];
  /** Begins to serve them. */
  serve(
    where: { readonly port: number; readonly host: string },
    of: {
      readonly deps: Pick<Deps, 'db' | 'now' | 'config' | 'storage'>;
      readonly connections: () => Connections;
      /** Desktops that are connected to this process. */
      readonly desktops: () => number;
    },
  ): Promise<MetricsServer>;
  /** Ends the measuring. */
  close(): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const endProcess = measureProcess(registry);
  const queries = registry.histogram(
    'legajo_database_query_seconds',
    'How long the database took to answer.',
    QUERY_BUCKETS,
  );
  return {
    calls: measureCalls(registry),
    query: (seconds) => queries.observe([], seconds),
    jobs: measureJobs(registry),
    serve(where, { deps, connections, desktops }) {
      const look = measureInstallation(registry, deps, connections);
      registry.read('legajo_desktops_connected', 'Desktops that are connected to this process.', desktops);
      return serveMetrics(where, async () => {
        await look();
        return registry.text();
      });
    },
    close: endProcess,
  };
}
