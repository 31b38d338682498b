/** A binder, so that a library does not look like a folder. */
export function LibraryIcon({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" style={{ flex: 'none' }}>
      <rect x="4" y="3.5" width="16" height="17" rx="2.2" fill="var(--accent)" />
      <rect x="4" y="3.5" width="4" height="17" rx="1.6" fill="var(--accent-hover)" />
      <rect x="10.5" y="7" width="7" height="5.4" rx="1" fill="var(--sheet)" />
    </svg>
  );
}
