import type { Sweep } from '../jobs/sweeps.ts';
import { SWEEP_MS } from '../jobs/sweeps.ts';
import type { Registry } from './registry.ts';

interface Job {
  readonly everySeconds: number;
  /** Seconds of the epoch. */
  ranAt: number;
  seconds: number;
}

const now = (): number => Date.now() / 1000;

/** Measures what runs at intervals. @returns the same sweeps, measured */
export function measureJobs(registry: Registry): (sweeps: readonly Sweep[]) => Sweep[] {
  const jobs = new Map<string, Job>();
  const runs = registry.counter('legajo_job_runs_total', 'Runs of a job, ok or failed.', ['name', 'result']);
  const each = (value: (job: Job) => number) => () =>
    [...jobs].map(([name, job]) => ({ labels: { name }, value: value(job) }));
  registry.read(
    'legajo_job_last_run_timestamp_seconds',
    'When a job last ended well; before the first time, when the process began.',
    each(({ ranAt }) => ranAt),
  );
  registry.read(
    'legajo_job_interval_seconds',
    'Time between two runs.',
    each((job) => job.everySeconds),
  );
  registry.read(
    'legajo_job_duration_seconds',
    'How long the last run took.',
    each(({ seconds }) => seconds),
  );
  return (sweeps) =>
    sweeps.map((sweep) => {
      const job: Job = { everySeconds: (sweep.everyMs ?? SWEEP_MS) / 1000, ranAt: now(), seconds: 0 };
      jobs.set(sweep.name, job);
      return {
        ...sweep,
        async run(at) {
          const began = performance.now();
          try {
            const gone = await sweep.run(at);
            job.ranAt = now();
            runs.add([sweep.name, 'ok']);
            return gone;
          } catch (error) {
            runs.add([sweep.name, 'failed']);
            throw error;
          } finally {
            job.seconds = (performance.now() - began) / 1000;
          }
        },
      };
    });
}
