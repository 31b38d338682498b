import { fork } from 'node:child_process';
import { utilityProcess } from 'electron';
import type { ToSyncHost } from '#shared/ipc/sync-host.ts';

/** A running process with the engine in it, whichever way it was started. */
export interface EngineProcess {
  send(message: ToSyncHost): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once; the code is null where a signal ended it. */
  onExit(listener: (code: number | null) => void): void;
  kill(): void;
}

/**
 * Starts the engine's host in a process of its own: Electron's utilityProcess, or the Node at `node` (the desktop
 * tests run on an Electron whose Node has no SQLite; see docs/desktop-testing.md).
 *
 * @param file the host's bundle, outside the asar
 */
export function startEngine(file: string, node: string | undefined): EngineProcess {
  return node ? inNode(file, node) : inUtilityProcess(file);
}

function inUtilityProcess(file: string): EngineProcess {
  const child = utilityProcess.fork(file, [], { serviceName: 'Legajo sync', stdio: 'inherit' });
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('exit', listener),
    kill: () => child.kill(),
  };
}

function inNode(file: string, node: string): EngineProcess {
  const child = fork(file, [], { execPath: node, execArgv: [], serialization: 'advanced', stdio: 'inherit' });
  return {
    // A child that is gone already is told nothing more; its exit is what counts.
    send: (message) => child.connected && child.send(message, () => undefined),
    onMessage: (listener) => child.on('message', listener),
    onExit(listener) {
      let told = false;
      const tell = (code: number | null) => {
        if (!told) listener(code);
        told = true;
      };
      child.once('exit', tell);
      child.once('error', () => tell(null));
    },
    kill: () => child.kill('SIGKILL'),
  };
}
