import type { ImportChange, TableImportRow } from '#shared/imports/imports.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { UndoStep } from '../../../platform/db/tables/organization.ts';
import type { ReadColumn, TableRow } from '../../../platform/tables/reading/read-table.ts';
import type { ImportServices } from '../import-services.ts';

/** A column of an import, and its cell in the template's example. */
export interface ImportColumn<Column extends string> extends ReadColumn<Column> {
  readonly width: number;
  readonly example: string;
}

/** Says what is wrong with a row; without a column, with all of it. */
export type Fail<Column extends string> = (column: Column | null, message: string) => void;

/** What a row does. */
export interface Planned {
  readonly what: TableImportRow['what'];
  readonly name: string;
  readonly also?: readonly string[];
  /** A sentence about how the row is read, where somebody may have meant something else. */
  readonly note?: string;
  readonly changes?: readonly ImportChange[];
  /** Absent for a row that changes nothing. Called in the order of the rows. @returns how it is taken back */
  readonly write?: (services: ImportServices) => Promise<UndoStep[]>;
}

/** Plans one row after the other: it knows what earlier rows make. @returns null where the row was failed */
export type Planner<Column extends string> = (row: TableRow<Column>, fail: Fail<Column>) => Planned | null;

/**
 * What an import of one kind of thing is: its columns, what a row does, and how that is taken back. Rows are written by
 * the services that the screens use, so what these check, audit and announce holds here too.
 */
export interface ImportKind<Column extends string> extends Undoable {
  readonly columns: readonly ImportColumn<Column>[];
  /** Reads what these rows are compared with, as it is now. */
  prepare(executor: Executor, actor: Actor, rows: readonly TableRow<Column>[]): Promise<Planner<Column>>;
}

/** How what an import did is taken back. */
export interface Undoable {
  /** Takes one step back. @throws ApiError where it must stay: it is used, or was changed since */
  undo(services: ImportServices, step: UndoStep): Promise<void>;
}
