import type { CallObserver, SocketObserver } from '../http/calls/watch-calls.ts';
import type { Registry } from './registry.ts';

/** Upper bounds in seconds: a list takes some hundredths, an export some seconds. */
const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Routes whose bodies are files. */
const UPLOADS = /^\/api\/docs\/(?:uploads|deliveries\/uploads|send|versions\/send)(?:\/|$)/;
const UPLOADING: ReadonlySet<string> = new Set(['POST', 'PATCH']);

const classOf = (status: number | null): string =>
  status === null ? 'none' : `${Math.floor(status / 100)}xx`;

/** What calls and sockets take, by the patterns of their routes: a number that the endpoint table bounds. */
export function measureCalls(registry: Registry): CallObserver & SocketObserver {
  const calls = registry.counter('legajo_http_requests_total', 'Calls that ended, none: without an answer.', [
    'method', 'route', 'status',
  ]); // biome-ignore format: a list of labels
  const seconds = registry.histogram(
    'legajo_http_request_duration_seconds',
    'Time from the head of a call to the end of its answer.',
    BUCKETS,
    ['method', 'route'],
  );
  const received = registry.counter(
    'legajo_http_received_bytes_total',
    'Bytes of calls, by what they bring.',
    ['kind'],
  );
  const sent = registry.counter('legajo_http_sent_bytes_total', 'Bytes of answers.');
  let underWay = 0;
  registry.read('legajo_http_requests_under_way', 'Calls that are not answered yet.', () => underWay);
  let open = 0;
  registry.read('legajo_sockets_open', 'WebSockets that are open.', () => open);
  const refusedSockets = registry.counter('legajo_sockets_refused_total', 'Upgrades that were refused.');
  const closedSockets = registry.counter('legajo_sockets_closed_total', 'Sockets that closed, by code.', [
    'code',
  ]);
  return {
    begun() {
      underWay += 1;
    },
    ended(call) {
      underWay -= 1;
      calls.add([call.method, call.route, classOf(call.status)]);
      seconds.observe([call.method, call.route], call.ms / 1000);
      const isUpload = UPLOADS.test(call.route) && UPLOADING.has(call.method);
      received.add([isUpload ? 'upload' : 'other'], call.received);
      sent.add([], call.sent);
    },
    opened() {
      open += 1;
    },
    refused() {
      refusedSockets.add([]);
    },
    closed({ code }) {
      open -= 1;
      // Clients choose theirs from 3000 on.
      closedSockets.add([code < 3000 ? String(code) : 'other']);
    },
  };
}
