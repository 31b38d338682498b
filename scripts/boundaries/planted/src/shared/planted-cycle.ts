// planted: no-cycles
import { other } from './planted-cycle-other.ts';
export const one = () => other;
