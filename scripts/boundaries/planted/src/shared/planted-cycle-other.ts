// planted: no-cycles
import { one } from './planted-cycle.ts';
export const other = () => one;
