// planted: sql-in-queries
const sql = <T,>(parts: TemplateStringsArray): T => parts.join('') as T;

export const everybody = sql<{
  id: string;
}>`select id from users`;
