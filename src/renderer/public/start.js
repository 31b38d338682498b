// Runs before anything is drawn, so that the frame in index.html has the chosen colours and the right outline. A classic
// script of its own: the content security policy allows none inside the page.
(() => {
  const page = document.documentElement;
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const chosen = stored('mantine-color-scheme-value');
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  page.dataset.mantineColorScheme =
    chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light';

  // As in app/preload.ts: who is signed in probably sees the frame of the app, a stranger the sign-in.
  const isOpen = /^\/(password|unsubscribe)(\/|$)/.test(location.pathname);
  const known = 'legajo' in window || stored('legajo.signed-in') !== null;
  page.dataset.start = known && !isOpen ? 'app' : 'door';

  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('#start button')) location.reload();
  });

  // A file that the page needs did not come, or it cannot be run: said as long as nothing else is on the screen.
  addEventListener(
    'error',
    ({ target }) => {
      const isNeeded = target === window || target instanceof HTMLScriptElement;
      if (isNeeded && document.getElementById('start')) page.dataset.start = 'failed';
    },
    true,
  );
})();
