// planted: order-of-libraries
import { here } from '../people/here.ts';

export const above = here;
