import type { LibraryRole } from '#shared/access/roles.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../../../../server/testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../server/testing/http.ts';
import { FaultyLine } from './faulty-line.ts';
import { Ledger } from './ledger.ts';

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
    const organization = await server.make.organization('Andes');
    const library = await server.make.library(organization, 'Calidad');
    const label = await server.make.label(organization, { name: 'Obra' });
    const person = await server.make.person(organization, { isAdmin: true, libraries: [[library, ROLES]] });
    const witness = await server.signIn(person.email);
    const world = new FaultWorld({ server, line, organization, library, label, person, witness });
    await world.labelled(library);
    return world;
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
    if (defaultLabels) await this.labelled(library);
    this.places.push(library.id);
    return library;
  }

  /** Somebody of this library. */
  person(firstname: string, roles: readonly LibraryRole[] = ['upload'], at: readonly TestLibrary[] = []) {
    const libraries = [this.library, ...at].map((library) => [library, roles] as const);
    return this.server.make.person(this.organization, { firstname, lastname: 'Soto', libraries });
  }

  private async labelled(library: TestLibrary): Promise<void> {
    const { db } = this.server.database;
    await db
      .updateTable('groups')
      .set({ default_labels: [this.label] })
      .where('id', '=', library.id)
      .execute();
  }
}
