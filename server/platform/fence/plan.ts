import { type LimitTool, limitsPrefix, type ProgramLimits } from './limits.ts';
import { type Enclosure, WALLS } from './walls.ts';

/** The program to run, and where. */
export interface ToRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly limits: ProgramLimits;
  /** Its working folder, which must belong to the plan's owner. */
  readonly folder: string;
}

export interface FencedCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly user: { readonly uid?: number; readonly gid?: number };
}

/** How to start a program on this system so that it can reach as little as possible. */
export interface FencePlan {
  /** The user who must own the working folder; null for the server's own user. */
  readonly owner: number | null;
  /** Which fences hold, and which this system lacks, in words for the log. */
  readonly holds: readonly string[];
  readonly missing: readonly string[];
  command(run: ToRun): FencedCommand;
}

const NICE = ['nice', '-n', '10'];

/** The command line: walls, then limits, then a low priority, then the program. */
export function planOf(way: Enclosure, tool: LimitTool): FencePlan {
  const fences = {
    [tool === 'none' ? 'limits' : `limits by ${tool}`]: tool !== 'none',
    'limit of processes': tool !== 'none' && way.alone,
    ...Object.fromEntries(WALLS.map((wall) => [wall, way.walls.includes(wall)])),
  };
  const those = (hold: boolean): string[] => Object.keys(fences).filter((name) => fences[name] === hold);
  return {
    owner: way.owner,
    holds: those(true),
    missing: those(false),
    command({ program, args, limits, folder }) {
      const [file = program, ...rest] = [
        ...way.prefix(folder),
        ...limitsPrefix(tool, limits, way.alone),
        ...(process.platform === 'win32' ? [] : NICE),
        ...[program, ...args],
      ];
      const user = way.byNode && way.owner !== null ? { uid: way.owner, gid: way.owner } : {};
      return { file, args: rest, user };
    },
  };
}
