import type { LibraryRole } from '#shared/access/roles.ts';
import { type RecordState, STATE } from '#shared/access/states.ts';
import { makeDocument } from '../../../../server/testing/documents.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../../../../server/testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../server/testing/http.ts';
import { eventually, type TestDesktop } from './desktop.ts';
import { FaultyLine } from './faulty-line.ts';
import { Ledger } from './ledger.ts';

/** Where a document or folder of the library lies below a desktop's root. */
export const at = (path: string): string => `Andes/Calidad/${path}`;

const ROLES = ['upload', 'review', 'publish'] as const;

interface Parts {
  readonly server: TestServer;
  readonly line: FaultyLine;
  readonly organization: TestOrganization;
  readonly library: TestLibrary;
  readonly label: string;
  readonly person: TestPerson;
  readonly witness: TestClient;
}

/** What a fault finds: a server, a line to it that can fail, a library, and somebody who sees all of it. */
export class FaultWorld extends Ledger {
  readonly server: TestServer;
  readonly line: FaultyLine;
  readonly organization: TestOrganization;
  readonly library: TestLibrary;
  readonly label: string;
  private readonly witnessPerson: TestPerson;

  private constructor({ server, line, organization, library, label, person, witness }: Parts) {
    super(line, witness, [library.id]);
    this.server = server;
    this.line = line;
    this.organization = organization;
    this.library = library;
    this.label = label;
    this.witnessPerson = person;
  }

  static async open(): Promise<FaultWorld> {
    const server = await startTestServer();
    const line = await FaultyLine.open(() => server.url);
    const { organization, library, label } = await server.make.workplace();
    const person = await server.make.person(organization, { isAdmin: true, libraries: [[library, ROLES]] });
    const witness = await server.signIn(person.email);
    return new FaultWorld({ server, line, organization, library, label, person, witness });
  }

  async close(): Promise<void> {
    await this.stopDesktops();
    await this.line.close();
    await this.server.stop();
  }

  /** Time passes at the server; the witness signs in again. */
  async advance(seconds: number): Promise<void> {
    this.server.advance(seconds);
    this.witness = await this.server.signIn(this.witnessPerson.email);
  }

  /** One more library; where it has default labels, new files in it ask nobody anything. */
  async addLibrary(name: string, defaultLabels = true): Promise<TestLibrary> {
    const library = await this.server.make.library(this.organization, name);
    await this.server.make.member(library, this.witnessPerson, ROLES);
    if (defaultLabels) await this.server.make.defaultLabel(library, this.label);
    this.places.push(library.id);
    return library;
  }

  /** Somebody of this library. */
  person(firstname: string, roles: readonly LibraryRole[] = ['upload'], at: readonly TestLibrary[] = []) {
    const libraries = [this.library, ...at].map((library) => [library, roles] as const);
    return this.server.make.person(this.organization, { firstname, lastname: 'Soto', libraries });
  }

  /** Somebody of this library, who is signed in and whose desktop runs. */
  async join(firstname: string) {
    const person = await this.person(firstname);
    const browser = await this.server.signIn(person.email);
    return { person, browser, desktop: await this.desktop(person) };
  }

  /** Somebody else makes a document, whose bytes must be found in the end. */
  async make(name: string, bytes: Buffer, state: RecordState = STATE.draft) {
    this.remember(name, bytes);
    const file = { name, type: name.endsWith('.pdf') ? 'application/pdf' : 'text/plain' };
    const values = { bytes, file, state, title: `Documento ${name}` };
    return makeDocument(this.server, this.witness, this.library, values);
  }

  /** Waits until the desktop holds this document; with these bytes, where some are given. */
  async arrives(desktop: TestDesktop, name: string, bytes?: string | Buffer): Promise<void> {
    await eventually(
      async () => {
        const found = await desktop.read(at(name));
        return found && (bytes === undefined || found.equals(Buffer.from(bytes)));
      },
      () => `${name}\n${this.logs()}`,
    );
  }
}
