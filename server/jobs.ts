import {
  makeUpcomingOccurrences,
  sendDueDayNotices,
} from './domains/calendars/occurrences/occurrences.job.ts';
import { sendFolderNotices } from './domains/compliance/notices/folder-notices.job.ts';
import { sweepAbandonedUploads } from './domains/documents/versions/abandoned-uploads.job.ts';
import { createReportMailer } from './domains/report/mailed/report-mails.job.ts';
import { createSearchRebuild } from './domains/search/rebuild-search.job.ts';
import { createTextReader } from './domains/search/texts/file-texts.job.ts';
import { leftovers } from './leftovers.job.ts';
import { createOutboxHandlers } from './outbox-handlers.ts';
import { analyzeTables, analyzeTablesSoon } from './platform/jobs/analyze-tables.ts';
import { createSweeper, type Sweep } from './platform/jobs/sweeps.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { createOutboxWorker } from './platform/outbox/outbox-worker.ts';
import type { Bus } from './platform/realtime/bus.ts';
import { collectBlobs } from './platform/storage/collect-blobs.job.ts';
import { createExtractor } from './platform/text/extract/extractor.ts';
import { findTesseract } from './platform/text/ocr/tesseract.ts';
import type { Services } from './services.ts';

const PAGES_SWEEP_MS = 3_600_000;

/** Everything that a process with `jobs` does by itself, not started yet; the outbox's worker first. */
export function createJobs(
  services: Services,
  {
    bus,
    mailer,
    measure = (sweeps) => sweeps,
  }: {
    readonly bus: Bus;
    readonly mailer: Mailer;
    /** @returns the same sweeps, measured */
    readonly measure?: ((sweeps: readonly Sweep[]) => readonly Sweep[]) | undefined;
  },
) {
  const { deps } = services;
  const { config, log, pages } = deps;
  const { dataDir } = config;
  return [
    createOutboxWorker(deps, {
      bus,
      handlers: createOutboxHandlers(deps, mailer, services.identity.noticeLinks),
    }),
    createSweeper(
      deps,
      measure([
        ...leftovers(deps.db),
        { name: 'uploads', run: () => sweepAbandonedUploads(deps, services.uploads) },
        { name: 'bin', run: services.bin.purgeExpired },
        { name: 'compliance', run: services.compliance.refresh },
        { name: 'folder notices', run: () => sendFolderNotices(deps) },
        { name: 'occurrences', run: () => makeUpcomingOccurrences(deps) },
        { name: 'due days', run: () => sendDueDayNotices(deps) },
        collectBlobs(deps),
        { name: 'pages', everyMs: PAGES_SWEEP_MS, run: () => pages.store.sweep() },
        analyzeTables(deps),
        analyzeTablesSoon(deps),
      ]),
    ),
    createSearchRebuild(deps),
    createReportMailer(deps, services.identity.noticeLinks, {
      reports: services.report,
      files: services.reportExport,
    }),
    ...(config.fileTexts
      ? [
          createTextReader(deps, createExtractor({ log, dataDir }), async () =>
            config.ocr ? findTesseract({ log, dataDir }) : null,
          ),
        ]
      : []),
  ] as const;
}
