import { useEndpoint } from '../../../../api/client.ts';
import { useWizard } from '../wizard-store.ts';

/** Whether the chosen library has no label that could be assigned there; false until that is known. */
export function useNoLabels(): boolean {
  const group = useWizard(({ details }) => details.group);
  const { data } = useEndpoint('labels', { query: { group: group ?? '' } }, { enabled: group !== null });
  return group !== null && data?.length === 0;
}
