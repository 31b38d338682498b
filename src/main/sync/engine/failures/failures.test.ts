import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { ERRORS } from '#shared/platform/errors.ts';
import { codeOf, filesError } from '../../adapters/disk/disk-errors.ts';
import { FilesError } from '../../ports/files.ts';
import { RemoteError, type RemoteErrorKind, WRONG_BYTES } from '../../ports/remote.ts';
import { JOURNAL } from '../layout.ts';
import { classifyFailure, type Scope, SERVER_ERRORS, SYSTEM_ERRORS } from './failures.ts';

/** One row for every error of the system: what it stops, and how a blocked item says it. */
const ROWS: readonly [errno: string, scope: Scope, reason: string][] = [
  ['EACCES', 'item', 'denied'],
  ['EPERM', 'item', 'denied'],
  ['EROFS', 'item', 'denied'],
  ['EBUSY', 'item', 'in-use'],
  ['ETXTBSY', 'item', 'in-use'],
  ['EAGAIN', 'item', 'in-use'],
  ['EINTR', 'item', 'in-use'],
  ['EDEADLK', 'item', 'in-use'],
  ['ENOLCK', 'item', 'in-use'],
  ['ENAMETOOLONG', 'item', 'long-name'],
  ['EINVAL', 'item', 'disk-name'],
  ['EILSEQ', 'item', 'disk-name'],
  ['EFBIG', 'item', 'disk-file-size'],
  ['EOVERFLOW', 'item', 'disk-file-size'],
  ['ENOENT', 'item', 'in-use'],
  ['ENOTDIR', 'item', 'in-use'],
  ['EISDIR', 'item', 'in-use'],
  ['EEXIST', 'item', 'occupied'],
  ['ENOTEMPTY', 'item', 'occupied'],
  ['ELOOP', 'item', 'occupied'],
  ['ENOTSUP', 'item', 'disk-error'],
  ['EOPNOTSUPP', 'item', 'disk-error'],
  ['ENOSYS', 'item', 'disk-error'],
  ['EXDEV', 'item', 'disk-error'],
  ['EMLINK', 'item', 'disk-error'],
  ['ENXIO', 'item', 'disk-error'],
  ['ESPIPE', 'item', 'disk-error'],
  ['ENOTTY', 'item', 'disk-error'],
  ['ECANCELED', 'item', 'disk-error'],
  ['UNKNOWN', 'item', 'disk-error'],
  ['EIO', 'item', 'disk-error'],
  ['EBADF', 'item', 'disk-error'],
  ['EFAULT', 'item', 'disk-error'],
  ['ENOSPC', 'item', 'no-space'],
  ['EDQUOT', 'item', 'no-space'],
  ['ENODEV', 'root', 'disk-error'],
  ['ESTALE', 'root', 'disk-error'],
  ['ENOTCONN', 'root', 'disk-error'],
  ['EHOSTDOWN', 'root', 'disk-error'],
  ['EHOSTUNREACH', 'root', 'disk-error'],
  ['ENETDOWN', 'root', 'disk-error'],
  ['ENETUNREACH', 'root', 'disk-error'],
  ['ENONET', 'root', 'disk-error'],
  ['ETIMEDOUT', 'root', 'disk-error'],
  ['EREMOTEIO', 'root', 'disk-error'],
  ['ESHUTDOWN', 'root', 'disk-error'],
  ['EMFILE', 'computer', 'disk-error'],
  ['ENFILE', 'computer', 'disk-error'],
  ['ENOMEM', 'computer', 'disk-error'],
  ['ENOBUFS', 'computer', 'disk-error'],
];
const raised = (code: string): Error =>
  Object.assign(new Error(`${code}: it says, open 'Acta.pdf'`), { code, syscall: 'open' });
const classOf = (errno: string, path: string) =>
  classifyFailure(filesError(raised(errno), path) as FilesError);

test('bytes that are not those of the document block it, and nobody reads a code or a sentence of programs', () => {
  expect(classifyFailure(new RemoteError('mismatch', WRONG_BYTES, ''))).toEqual({
    scope: 'item',
    reason: 'wrong-bytes',
    detail: WRONG_BYTES,
  });
});

test('every row of the table has its test', () => {
  expect(ROWS.map(([errno]) => errno).sort()).toEqual(Object.keys(SYSTEM_ERRORS).sort());
});

test.each(ROWS)('%s stops the %s', (errno, scope, reason) => {
  expect(classOf(errno, 'Andes/Acta.pdf')).toEqual({ scope, reason, detail: errno });
});

test.each(['EACCES', 'EPERM', 'EROFS', 'EIO'])('%s of the engine’s own folder is the root’s', (errno) => {
  expect(classOf(errno, '.legajo/up/1').scope).toBe('root');
  expect(classOf(errno, '').scope).toBe('root');
});

test('a journal that finds no room stops the root: nothing may be done that cannot be noted', () => {
  expect(classifyFailure(new FilesError('full', JOURNAL, 'ENOSPC')).scope).toBe('root');
});

test('whatever else a system says blocks its item, by its name', () => {
  const others = [...Object.keys(constants.errno), 'ENEWERTHANTHIS'].filter(
    (name) => !(name in SYSTEM_ERRORS),
  );
  expect(others.length).toBeGreaterThan(20);
  for (const errno of others)
    expect(classOf(errno, 'Acta.pdf')).toEqual({ scope: 'item', reason: 'disk-error', detail: errno });
});

test('what is no error of the system’s is left as it is', () => {
  const mistake = new TypeError('x is not a function');
  expect(filesError(mistake, 'Acta.pdf')).toBe(mistake);
  expect(codeOf(Object.assign(new Error('Invalid'), { code: 'ERR_INVALID_ARG_TYPE' }))).toBeUndefined();
});

const ACCOUNT = [
  'unauthenticated',
  'bad_credentials',
  'bad_code',
  'disabled',
  'demo_local',
  'user_disabled',
  'second_step_required',
];
const SERVER = [
  'busy',
  'rate_limited',
  'unavailable',
  'upgrade_required',
  'method_not_allowed',
  'head_too_large',
  'request_timeout',
  'proxy_not_trusted',
];
const REASONS: Record<string, string> = {
  folder_depth: 'too-deep',
  name_taken: 'occupied',
  empty_file: 'empty',
  precondition: 'wrong-bytes',
};
/** Their usual sentence does not say what to do: the catalogues do. */
const WITH_REMEDY = ['too_large', 'file_kind', 'folder_depth', 'invalid', 'precondition'];
test.each(Object.entries(ERRORS))('the server’s %s', (code, { message }) => {
  const scope = ACCOUNT.includes(code) ? 'account' : SERVER.includes(code) ? 'server' : 'item';
  const said = WITH_REMEDY.includes(code) ? {} : { message };
  const expected = { scope, reason: REASONS[code] ?? 'refused', detail: code, ...said };
  expect(classifyFailure(new RemoteError('refused', code, message))).toEqual(expected);
  expect(SERVER_ERRORS).toHaveProperty(code);
});

const KINDS: readonly [RemoteErrorKind, string, Scope][] = [
  ['offline', 'offline', 'server'],
  ['offline', 'http_502', 'server'],
  ['offline', 'unavailable', 'server'],
  ['offline', 'strange_answer', 'server'],
  // One file that the server cannot read, say.
  ['offline', 'internal', 'item'],
  ['offline', 'storage_full', 'item'],
  ['offline', 'quota_full', 'item'],
  ['offline', 'share_full', 'item'],
  ['unauthorized', 'http_401', 'account'],
  ['refused', 'a_code_of_a_newer_server', 'item'],
  ['gone', 'not_found', 'item'],
];
test.each(KINDS)('an answer of kind %s and code %s stops the %s', (kind, code, scope) => {
  expect(classifyFailure(new RemoteError(kind, code, '')).scope).toBe(scope);
});
