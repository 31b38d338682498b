import './theme/styles.ts';
import './i18n/i18n.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { preloadPage } from './app/preload.ts';
import { preparePlatform } from './platform/platform.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root');

preloadPage(window.location.pathname);
void preparePlatform().then(() => {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});
