// planted: routes-through-services
import { rows } from '../../repositories/rows.ts';
export const route = rows;
