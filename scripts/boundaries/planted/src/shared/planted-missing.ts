// planted: no-unresolvable
import { nothing } from './nowhere.ts';
export const missing = nothing;
