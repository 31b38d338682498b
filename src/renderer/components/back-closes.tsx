import { useBackCloses } from '../hooks/use-back-closes.ts';

/** While this is drawn, going back on a phone calls `onBack`. */
export default function BackCloses({ onBack }: { onBack: () => void }) {
  useBackCloses(true, onBack);
  return null;
}
