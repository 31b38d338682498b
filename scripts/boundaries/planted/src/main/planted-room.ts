// planted: main-knows-no-other-room
import { shell } from '../renderer/app/shell.ts';
export const page = shell;
