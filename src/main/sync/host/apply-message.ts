import type { Message } from '#shared/realtime/messages.ts';
import type { Engine } from '../engine/engine.ts';

/** Applies a message of one of this desktop's channels to the engine. @returns whether there is something to do */
export function applyMessage(engine: Engine, message: Message): boolean {
  if (engine.requests.take(message)) {
    engine.markLibrary();
    return true;
  }
  switch (message.type) {
    case 'record.changed':
      engine.markLibrary(message.data.groupId);
      engine.conflicts.mark(message.data.recordId);
      return true;
    case 'library.changed':
    case 'session.changed':
      engine.markLibraries();
      return true;
    default:
      return false;
  }
}

/** Anything may have been missed: the next cycle compares everything on both sides. */
export function lookAtEverything(engine: Engine): void {
  engine.markAll();
  engine.markLibrary();
  engine.announceAgain();
}
