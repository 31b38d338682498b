// planted: programs-are-fenced
import { execFile } from 'node:child_process';
export const start = execFile;
