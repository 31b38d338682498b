/** The logo: a binder with its tab. Decorative; the product's name is beside it as text. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" style={{ flex: 'none' }}>
      <path d="M9.5 5V3.8A1.3 1.3 0 0 1 10.8 2.5h7.4a1.3 1.3 0 0 1 1.3 1.3V5z" fill="var(--manila-2)" />
      <path d="M7 4.5h12.5A2.5 2.5 0 0 1 22 7v12.5a2.5 2.5 0 0 1-2.5 2.5H7z" fill="var(--accent)" />
      <path d="M4.5 4.5h1v17.5h-1A2.5 2.5 0 0 1 2 19.5V7a2.5 2.5 0 0 1 2.5-2.5z" fill="var(--accent)" />
      <path d="M11 10.5h7M11 14h4.5" stroke="#fff" strokeWidth="1.6" strokeLinecap="round" opacity=".92" />
    </svg>
  );
}
