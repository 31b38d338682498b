import type { DirectoryGroup } from '#shared/access/roles.ts';
import type { Change, Executor } from '../../platform/db/change.ts';

/** What a directory keeps of a person. */
export interface Attributes {
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly rut: string | null;
  readonly department: string | null;
}

export interface DirectoryUser extends Attributes {
  readonly id: string;
  readonly organization: string;
  readonly enabled: boolean;
  readonly groups: readonly DirectoryGroup[];
  readonly lastSignInAt: Date | null;
  readonly createdAt: Date;
}

/** How a new person signs in for the first time; null where the directory tells them itself. */
export interface FirstSignIn {
  readonly temporaryPassword: string;
  readonly hash: string;
}

/**
 * The calls to the user directory (docs/protocols/rest.md, specification §7). The embedded directory writes the rows
 * that the rest of the server reads. An external one (Cognito, OpenID Connect) makes its remote call and updates those
 * rows in the change that it is given, so that a failed call leaves nothing behind.
 */
export interface Directory {
  /** Call it before the change begins: hashing takes longer than a transaction may. */
  prepareFirstSignIn(): Promise<FirstSignIn | null>;
  create(
    change: Change,
    user: Attributes & { id: string; organization: string; groups: readonly DirectoryGroup[] },
    first: FirstSignIn | null,
  ): Promise<void>;
  get(executor: Executor, organization: string, id: string): Promise<DirectoryUser | null>;
  list(executor: Executor, organization: string): Promise<DirectoryUser[]>;
  delete(change: Change, id: string): Promise<void>;
  enable(change: Change, id: string): Promise<void>;
  /** Also ends all of their sessions. */
  disable(change: Change, id: string): Promise<void>;
  /** Only a first-time password lets them in from then on. The old password and all sessions end. */
  resetPassword(change: Change, id: string, first: FirstSignIn | null): Promise<void>;
  /** Their password alone lets them in again. @returns whether a second step was asked of them until now */
  resetTotp(change: Change, id: string): Promise<boolean>;
  updateAttributes(change: Change, id: string, attributes: Partial<Attributes>): Promise<void>;
  addToGroup(change: Change, id: string, group: DirectoryGroup): Promise<void>;
  removeFromGroup(change: Change, id: string, group: DirectoryGroup): Promise<void>;
  groupsOf(executor: Executor, id: string): Promise<DirectoryGroup[]>;
  groups(): Promise<readonly DirectoryGroup[]>;
}
