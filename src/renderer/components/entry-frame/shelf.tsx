import styles from './shelf.module.css';

interface Binder {
  label: string;
  code: string;
  tone: 'paper' | 'petrol' | 'manila';
  narrow?: boolean;
  leaning?: boolean;
}

// Part of the drawing: the titles on the binders are not text of the interface.
const BINDERS: readonly Binder[] = [
  { label: 'Contratos', code: '2026', tone: 'paper' },
  { label: 'Obra Edificio Mirador', code: 'LM-01', tone: 'petrol' },
  { label: 'Obra Edificio Mirador', code: 'LM-02', tone: 'petrol' },
  { label: 'Actas', code: '2026', tone: 'paper', narrow: true },
  { label: 'Prevención de riesgos', code: 'DS 44', tone: 'manila' },
  { label: 'Subcontratistas', code: 'F30-1', tone: 'paper' },
  { label: 'Entrega de EPP', code: '118', tone: 'manila', narrow: true, leaning: true },
];

/** The drawing of the binder shelf, only on the sign-in pages. */
export function Shelf() {
  return (
    <div className={styles.art} aria-hidden="true">
      <div className={styles.binders}>
        {BINDERS.map(({ label, code, tone, narrow, leaning }) => (
          <div
            key={code + label}
            className={`${styles.binder} ${styles[tone]} ${narrow ? styles.narrow : ''} ${leaning ? styles.leaning : ''}`}
          >
            <div className={styles.plate}>
              <span>{label}</span>
              <em>{code}</em>
            </div>
            <i />
          </div>
        ))}
      </div>
      <div className={styles.board} />
    </div>
  );
}
