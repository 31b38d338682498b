import type { DragOut } from '../drag-out/drag-out.ts';
import type { Handlers } from './handle.ts';

export function dragCalls(dragOut: Pick<DragOut, 'prepare' | 'start'>): Handlers<'drag'> {
  return {
    'drag:prepare': async ({ record, version }) => {
      await dragOut.prepare(record, version);
      return undefined;
    },
    'drag:start': ({ version }) => ({ started: dragOut.start(version) }),
  };
}
