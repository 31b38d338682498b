// planted: order-of-documents
import { here } from '../labels/here.ts';

export const above = here;
