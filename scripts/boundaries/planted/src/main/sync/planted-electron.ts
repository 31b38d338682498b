// planted: engine-without-electron
import { app } from 'electron';
export const name = app;
