// planted: features-below-app
import { shell } from '../../app/shell.ts';
export const around = shell;
