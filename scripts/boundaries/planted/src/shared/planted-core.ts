// planted: shared-is-pure
import { readFileSync } from 'node:fs';
export const read = readFileSync;
