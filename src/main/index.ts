import { join } from 'node:path';
import { app, BrowserWindow } from 'electron';

app.whenReady().then(() => {
  const window = new BrowserWindow({
    webPreferences: { preload: join(__dirname, '../preload/index.cjs'), sandbox: true },
  });
  window.loadFile(join(__dirname, '../renderer/index.html'));
});
