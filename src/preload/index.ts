import { contextBridge } from 'electron';

contextBridge.exposeInMainWorld('legajo', {});
