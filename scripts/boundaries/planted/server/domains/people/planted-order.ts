// planted: order-of-people
import { here } from '../keeping/here.ts';

export const above = here;
