// planted: order-of-sync-feed
import { here } from '../labels/here.ts';

export const above = here;
