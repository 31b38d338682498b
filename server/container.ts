import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DestinationStream } from 'pino';
import { REALTIME_PATH } from '#shared/realtime/frames.ts';
import { createApp, hasWebBuild } from './app.ts';
import { type Config, type ServiceName, withPort } from './config.ts';
import { openIdentity } from './domains/identity/identity.ts';
import { preparePasswords } from './domains/identity/passwords/passwords.ts';
import { createRealtime } from './domains/live/realtime.ts';
import { hasOrganization } from './domains/organization/organizations.queries.ts';
import { followers } from './followers.ts';
import { createJobs } from './jobs.ts';
import { createChanges } from './platform/db/change.ts';
import { type Database, openDatabase } from './platform/db/client.ts';
import { ensureInstallation } from './platform/db/installation.ts';
import { migrate } from './platform/db/migrate.ts';
import { refuseUnfitDatabase } from './platform/db/unfit-database.ts';
import type { Deps } from './platform/deps.ts';
import { logCalls, logSockets } from './platform/http/calls/access-log.ts';
import { watchCalls } from './platform/http/calls/watch-calls.ts';
import { createGuardedServer } from './platform/http/connections/guarded-server.ts';
import { HeldLeases, LEASE_SECONDS } from './platform/leases/held-leases.ts';
import { createLeases } from './platform/leases/leases.queries.ts';
import { createLog } from './platform/log.ts';
import { openMailer } from './platform/mail/open-mailer.ts';
import { makeFolder } from './platform/make-folder.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { Outages } from './platform/outages.ts';
import { findHeifConvert } from './platform/pages/heif.ts';
import { findLibreOffice } from './platform/pages/libreoffice.ts';
import { Pages } from './platform/pages/pages.ts';
import { findPdftoppm } from './platform/pages/pdftoppm.ts';
import { Hub } from './platform/realtime/hub.ts';
import { openBus } from './platform/realtime/open-bus.ts';
import { createPresence } from './platform/realtime/presence.ts';
import { openSharedClock, type SharedClock } from './platform/shared-clock.ts';
import { refuseLeftContents } from './platform/storage/left-contents.ts';
import { refuseMissingContents, refuseMissingFolder } from './platform/storage/missing-contents.ts';
import { openStorage } from './platform/storage/open-storage.ts';
import { createServices, type Services } from './services.ts';

/** A running server process, made from its configuration. */
export interface Running {
  readonly services: Services;
  readonly http: Server;
  /** Where it listens, `http://…` without a trailing slash. */
  readonly address: string;
  /** Where metrics are read; null where they are not. */
  readonly metricsAddress: string | null;
  /** Finishes what runs, then closes in the order opposite to the start. Idempotent. */
  stop(): Promise<void>;
}

/** How long to wait for the work of another process. */
const ALONE_MS = 300_000;
const DRAIN_MS = 10_000;

/** Config → container → listen. Everything that is opened here is closed by `stop`. */
export async function startServer(
  given: Config,
  options: {
    database?: Database;
    /** In the place of the database's clock: tests move it. */
    now?: () => Date;
    /** This computer's clock, in milliseconds of the epoch; tests give a wrong one. */
    wall?: () => number;
    logTo?: DestinationStream | undefined;
  } = {},
): Promise<Running> {
  makeFolder(given.dataDir);
  let serve: RequestListener = (_req, res) => res.writeHead(503).end();
  const { http, guard } = createGuardedServer(given, (req, res) => serve(req, res));
  // A port that the system chooses must be known first: links and mails contain it. Nobody can call yet, because nobody
  // knows it.
  const config = withPort(given, given.port === 0 ? await listen(http, given) : given.port);
  const outages = new Outages();
  const log = createLog(config, options.logTo, undefined, outages);
  const metrics = config.metrics ? createMetrics() : null;
  const isLogged = config.accessLog && log.isLevelEnabled('info');
  const measured = metrics ? [metrics.calls] : [];
  watchCalls(http, [...measured, ...(isLogged ? [logCalls(log)] : [])]);
  const database =
    options.database ??
    (await openDatabase({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      pool: config.databasePool,
      onWarning: (message, error) => (error ? log.warn({ err: error }, message) : log.warn(message)),
      onAnswer(seconds) {
        outages.answered();
        metrics?.query(seconds);
      },
    }).catch((error: unknown) => {
      http.close();
      throw error;
    }));
  let clock: SharedClock | undefined;
  try {
    if (!options.database) {
      await refuseUnfitDatabase(database);
      await migrate(database);
    }
    await ensureInstallation(database);
    const { dataDir } = config;
    clock = await openSharedClock(database, log, options.wall);
    // Tests that bring a database fill it without files.
    if (!options.database) await refuseMissingFolder(database.db, dataDir);
    const storage = await openStorage({ dataDir, db: database.db, log }, 2 * config.uploadAbandonedSeconds);
    if (!(await hasOrganization(database.db))) await refuseLeftContents(storage);
    else if (!options.database) await refuseMissingContents(database.db, storage);
    let wake = (): void => undefined;
    const now = options.now ?? clock.now;
    const mailer = await openMailer(config);
    const pages = new Pages(
      { dataDir, maxBytes: config.pagesKept, freeBytes: config.freeSpaceMin },
      {
        office: async () => (config.pages ? findLibreOffice({ log, dataDir }) : null),
        photo: async () => (config.pages ? findHeifConvert({ log, dataDir }) : null),
        thumbnail: async () => (config.pages ? findPdftoppm({ log, dataDir }) : null),
      },
    );
    const deps: Deps = {
      config,
      db: database.db,
      engine: database.engine,
      changes: createChanges(database.db, () => wake(), now, followers),
      storage,
      pages,
      mailer,
      log,
      now,
    };
    const bus = openBus(deps);
    const presence = createPresence(bus, () => deps.now().getTime());
    const hub = new Hub(() => deps.now().getTime());
    const { ms, memoryCost, timeCost } = await preparePasswords(config.passwordHashMs);
    log.info({ ms: ms && Math.round(ms), memoryCost, timeCost }, 'cost of a password');
    // Tokens name the configured address, so that with PORT=0 they survive a restart.
    const services = createServices(deps, await openIdentity(given, deps, deps.now), {
      online: presence,
      hub,
    });
    if (config.demo !== 'no') {
      // The modules that build documents are loaded only where a demo is made. Its mails are deleted before the jobs
      // start.
      const { seedDemo } = await import('./demo/demo.ts');
      await alone(deps, 'demo', () => seedDemo(services));
    }
    serve = createApp(services);
    if (config.services.includes('core') && !hasWebBuild())
      log.warn(
        'the page for browsers is missing (out/web): build it, or unpack the package of the server anew',
      );
    const carries = (name: ServiceName): boolean => config.services.includes(name);
    const realtime = carries('events')
      ? createRealtime({
          ...{ deps, bus, presence, hub, guard, enter: services.enter },
          observers: [...measured, ...(isLogged ? [logSockets(log, REALTIME_PATH)] : [])],
        })
      : null;
    realtime?.attach(http);
    const jobs = carries('jobs') ? createJobs(services, { bus, mailer, measure: metrics?.jobs }) : [];
    const [worker] = jobs;
    // Another process's worker is told over the bus; if that fails, it checks every second.
    wake = () => (worker ? worker.wake() : void bus.publish({ kind: 'wake' }).catch(() => undefined));
    if (!http.listening) await listen(http, config);
    const told = config.metrics
      ? await metrics?.serve(config.metrics, {
          ...{ deps, connections: () => database.connections() },
          desktops: () => presence.local().length,
        })
      : undefined;
    for (const job of jobs) job.start();
    if (carries('docs'))
      for (const kind of ['office', 'photo', 'thumbnail'] as const)
        pages.look(kind).catch((error) => log.warn({ err: error }, 'no pages are drawn'));
    let stopping: Promise<void> | null = null;
    return {
      services,
      http,
      address: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`,
      metricsAddress: told?.address ?? null,
      stop() {
        stopping ??= (async () => {
          await told?.close();
          metrics?.close();
          await realtime?.close();
          await closeHttp(http);
          for (const job of jobs) await job.stop();
          mailer.close();
          presence.close();
          await bus.close();
          clock?.close();
          await database.close();
        })();
        return stopping;
      },
    };
  } catch (error) {
    http.close();
    metrics?.close();
    clock?.close();
    await database.close();
    throw error;
  }
}

/** Runs work that only one process may do at a time. The others wait and then run it too. */
async function alone(
  { engine, db, log }: Pick<Deps, 'engine' | 'db' | 'log'>,
  what: string,
  work: () => Promise<void>,
): Promise<void> {
  // The embedded database has one process.
  if (engine === 'pglite') return work();
  const leases = new HeldLeases(createLeases(db, LEASE_SECONDS), (error) =>
    log.warn({ err: error }, 'a lease was not extended'),
  );
  if (!(await leases.take([what], { waitMs: ALONE_MS })))
    throw new Error(`another process does not end: ${what}`);
  await work().finally(() => leases.giveBack([what]));
}

function listen(http: Server, config: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    // The host name is resolved first: that error, too, is about where to listen.
    const fail = (error: Error): void => reject(Object.assign(error, { syscall: 'listen' }));
    http.once('error', fail);
    http.listen(config.port, config.host, () => {
      http.off('error', fail);
      resolve((http.address() as AddressInfo).port);
    });
  });
}

/** Waits for a while until running requests have ended. */
async function closeHttp(http: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => http.close(() => resolve()));
  http.closeIdleConnections();
  const hurry = setTimeout(() => http.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(hurry);
}
