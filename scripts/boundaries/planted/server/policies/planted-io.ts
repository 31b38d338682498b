// planted: policies-are-pure
import { rows } from '../repositories/rows.ts';
export const allowed = rows;
