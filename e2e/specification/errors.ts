import { CHUNK_LOAD_TIMEOUT_MS } from '#shared/platform/limits.ts';
import { client, type Line, testsIn, verbatim } from './line.ts';

const refusals = testsIn('src/renderer/features/upload/wizard/refusals.test.ts')(
  'says the texts of the specification',
);
const wizard = testsIn('e2e/web/wizard.spec.ts');
const wizardLabels = testsIn('e2e/web/wizard-labels.spec.ts');
const uploadList = testsIn('e2e/web/uploads.spec.ts');
const toasts = testsIn('src/renderer/features/sync/toasts.test.ts');
const reducer = testsIn('src/shared/realtime/reducer.test.ts');

/** The error catalogue (docs/protocols/rest.md, specification §8). */
export const ERRORS: readonly Line[] = [
  { section: 8, bullet: 1, line: 'empty response: «Por favor revisa el Documento.»', tests: refusals },
  { section: 8, bullet: 1, line: 'status 400: «Por favor revisa los datos.»', tests: refusals },
  { section: 8, bullet: 1, line: 'anything else: «No se pudo crear el Documento.»', tests: refusals },
  {
    section: 8,
    bullet: 1,
    line: 'success: «Documento creado con éxito.»',
    tests: wizard('uploads a document through the five steps, each reachable only after the one before'),
  },
  {
    section: 8,
    bullet: 1,
    line: 'an upload error shows an error toast and marks the version errored',
    tests: [
      ...uploadList('an upload that is refused says so, is marked errored, and can be tried again'),
      ...testsIn('server/domains/documents/versions/uploads.routes.int.test.ts')(
        'ends an upload that is given up, and takes another first version in its place',
        'marks errored what nothing came to for a day, and nothing else',
      ),
    ],
  },
  {
    section: 8,
    bullet: 2,
    line: 'session fetch fails: a signed-in user is signed out',
    tests: [
      ...client(
        'signs out when the server refuses it',
        'is fetched again when the person changed: refused means signed out, unanswered means nothing',
      ),
      // Refused is not unanswered: an outage signs nobody out.
      ...testsIn('e2e/web/sign-in.spec.ts')(
        'without an answer the session stays, with "Sin conexión" (spec §8)',
      ),
    ],
  },
  {
    section: 8,
    bullet: 2,
    line: 'session fetch fails: anybody else is sent to sign-in',
    tests: client('goes to sign-in without a call where none is stored'),
  },
  {
    section: 8,
    bullet: 3,
    line: 'downloaded: «Documento sincronizado» / «Sus cambios serán guardados.»',
    tests: toasts('downloaded'),
  },
  {
    section: 8,
    bullet: 3,
    line: 'download failed: «No se pudo sincronizar un documento.» / «Intente descargarlo desde el registro.»',
    tests: toasts('download failed'),
  },
  { section: 8, bullet: 3, line: 'uploaded: «Documento cargado.»', tests: toasts('uploaded') },
  {
    section: 8,
    bullet: 3,
    line: 'upload failed: «No se pudo cargar el documento.»',
    tests: toasts('upload failed'),
  },
  {
    section: 8,
    bullet: 3,
    line: 'duplicate or out-of-order sync messages raise errors',
    tests: [
      ...reducer(
        'raises a DuplicateMessageError on a seq seen, an OutOfOrderError on a gap, and applies neither',
      ),
      ...testsIn('src/renderer/api/realtime.test.ts')(
        'hears each message once, in order',
        'asks for what a gap hides instead of going on over it',
      ),
    ],
  },
  {
    section: 8,
    bullet: 4,
    line: 'label search fails: «Error», «No se encontraron resultados», «Hubo un problema al hacer la solicitud»; no results shown',
    tests: wizardLabels('says what the label search comes to (spec §8)'),
  },
  {
    section: 8,
    bullet: 4,
    line: 'states that cannot be loaded mark their dropdown as error',
    tests: wizard('a failure of the states marks their dropdown, and can be tried again'),
  },
  {
    section: 8,
    bullet: 5,
    line: 'upload log: «Hubo un problema cargando el registro. Inténtalo denuevo.»',
    tests: [...verbatim, ...uploadList('a log that cannot be read says so, and is read again (spec §8)')],
  },
  {
    section: 8,
    bullet: 5,
    line: 'confirmation «Hay cargas en curso.»',
    tests: uploadList('asks before leaving, signing out and clearing; cancelling marks the version errored'),
  },
  {
    section: 8,
    bullet: 6,
    line: 'a page chunk that does not load is a load error after 120 s',
    constants: [[CHUNK_LOAD_TIMEOUT_MS, 120_000]],
    tests: [
      ...testsIn('src/renderer/app/load-with-timeout.test.ts')(
        'that never comes is an error after 120 s, and not before',
      ),
      ...testsIn('e2e/web/shell.spec.ts')(
        'a page whose chunk does not come says so and is tried again (spec §8)',
      ),
    ],
  },
  {
    section: 8,
    bullet: 7,
    line: 'closing the tab while an upload is under 100 % asks first',
    tests: [
      ...uploadList('asks before leaving, signing out and clearing; cancelling marks the version errored'),
      ...testsIn('src/renderer/features/upload/engine/upload.test.ts')(
        'counts what is under 100 % as under way, and neither what failed nor what waits for its file',
        'says 100 only once the server has confirmed',
      ),
    ],
  },
  {
    section: 8,
    bullet: 8,
    line: 'dropdowns say: maximum of selections reached',
    tests: wizardLabels('at fifty labels it says that no more can be chosen (spec §8, §9)'),
  },
  {
    section: 8,
    bullet: 8,
    line: 'dropdowns say: no results',
    tests: wizardLabels('says what the label search comes to (spec §8)'),
  },
  {
    section: 8,
    bullet: 8,
    line: 'dropdowns say: count selected',
    tests: wizard('uploads a document through the five steps, each reachable only after the one before'),
  },
];
