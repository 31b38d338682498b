// planted: policies-are-pure
import { rows } from './rows.queries.ts';

export const allowed = rows;
