import styles from '../preview.module.css';

/**
 * Shows a page that somebody else wrote. It runs no scripts (no `allow-scripts`, and a policy of its own besides the
 * one that it inherits), loads nothing, and submits no forms. Its links do nothing, because they would open windows,
 * which the sandbox forbids.
 */
export function SandboxedPage({ title, head = '', body }: { title: string; head?: string; body: string }) {
  const page =
    '<!doctype html><html lang="es"><head><meta charset="utf-8">' +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'">` +
    `<meta name="referrer" content="no-referrer"><base target="_blank">${head}</head><body>${body}</body></html>`;
  return <iframe className={styles.frame} title={title} sandbox="" srcDoc={page} />;
}
