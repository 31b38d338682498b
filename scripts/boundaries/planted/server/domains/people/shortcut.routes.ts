// planted: routes-through-services
import { rows } from './rows.queries.ts';

export const route = rows;
