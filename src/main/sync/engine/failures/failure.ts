import type { Operation } from '../../planner/operations.ts';
import type { FilesError } from '../../ports/files.ts';
import type { PendingOperation } from '../../ports/journal.ts';
import type { RemoteError } from '../../ports/remote.ts';

/** One operation that failed; the rest of the batch was done. */
export interface Failure {
  readonly operation: Operation | PendingOperation;
  readonly error: RemoteError | FilesError;
}
