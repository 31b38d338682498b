// planted: order-of-notifications
import { here } from '../labels/here.ts';

export const above = here;
