// planted: sql-in-queries
interface Database {
  selectFrom(table: string): unknown;
}

export const list = (db: Database) => db.selectFrom('users');
