import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { PRODUCT_VERSION } from '../version.ts';
import type { Registry } from './registry.ts';

const NANO = 1e9;
const MICRO = 1e6;
/** Milliseconds between two looks at the event loop. */
const RESOLUTION = 20;

/** What the process itself takes. @returns a function that ends the measuring */
export function measureProcess(registry: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  let before = performance.eventLoopUtilization();
  registry.read(
    'legajo_event_loop_delay_seconds',
    'How late the event loop came since the last reading, at its median, its 99th percentile and its most.',
    () => {
      const samples = [0.5, 0.99, 1].map((quantile) => ({
        labels: { at: quantile === 1 ? 'max' : `p${quantile * 100}` },
        // Its own pause is counted too.
        value:
          delay.count === 0 ? 0 : Math.max(0, delay.percentile(quantile * 100) / NANO - RESOLUTION / 1000),
      }));
      delay.reset();
      return samples;
    },
  );
  registry.read('legajo_event_loop_busy_ratio', 'Share of the time since the last reading.', () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  });
  registry.read(
    'process_cpu_seconds_total',
    'Processor time.',
    () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / MICRO;
    },
    'counter',
  );
  registry.read('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  registry.read('process_start_time_seconds', 'When the process began, in seconds of the epoch.', () =>
    Math.round(performance.timeOrigin / 1000),
  );
  registry.read('legajo_heap_used_bytes', 'Memory of JavaScript.', () => process.memoryUsage().heapUsed);
  registry.read('legajo_build_info', 'The version of Legajo and of Node; always 1.', () => [
    { labels: { version: PRODUCT_VERSION, node: process.versions.node }, value: 1 },
  ]);
  return () => delay.disable();
}
