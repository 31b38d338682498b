/** Limits for one run of a program. */
export interface ProgramLimits {
  /** From its start to its end; then its process group is killed. */
  readonly wallMs: number;
  /** Processor time; null for a program that lives on from document to document. */
  readonly cpuSeconds: number | null;
  /** Address space; null for programs that reserve more than they use, as Node does. */
  readonly addressBytes: number | null;
  /** Memory that it may write to. */
  readonly dataBytes: number;
  /** The size of any file that it writes. */
  readonly fileBytes: number;
  readonly openFiles: number;
  /** Processes and threads of its user. Set only where that user has no others. */
  readonly processes: number;
  /** The size of its standard output; more than that ends it. */
  readonly outputBytes: number;
}

/** How limits are set: by util-linux, by the shell, or not at all (Windows). */
export type LimitTool = 'prlimit' | 'ulimit' | 'none';

const KIB = 1024;
/** The unit of `ulimit -f` in a POSIX shell. */
const BLOCK = 512;

/**
 * The arguments that set the kernel's limits, to be put before the program.
 * @param alone whether the program's user runs nothing else: otherwise a limit on processes would count others too
 */
export function limitsPrefix(tool: LimitTool, limits: ProgramLimits, alone: boolean): string[] {
  const { cpuSeconds, addressBytes, dataBytes, fileBytes, openFiles, processes } = limits;
  if (tool === 'none') return [];
  if (tool === 'prlimit')
    return [
      'prlimit',
      '--core=0',
      `--data=${dataBytes}`,
      `--fsize=${fileBytes}`,
      `--nofile=${openFiles}`,
      ...(cpuSeconds === null ? [] : [`--cpu=${cpuSeconds}`]),
      ...(addressBytes === null ? [] : [`--as=${addressBytes}`]),
      ...(alone ? [`--nproc=${processes}`] : []),
      '--',
    ];
  const each = [
    'ulimit -c 0',
    `ulimit -d ${Math.ceil(dataBytes / KIB)}`,
    `ulimit -f ${Math.ceil(fileBytes / BLOCK)}`,
    `ulimit -n ${openFiles}`,
    ...(cpuSeconds === null ? [] : [`ulimit -t ${cpuSeconds}`]),
    ...(addressBytes === null ? [] : [`ulimit -v ${Math.ceil(addressBytes / KIB)}`]),
    // Shells differ in the letter of this option.
    ...(alone ? [`ulimit -u ${processes} 2>/dev/null || ulimit -p ${processes}`] : []),
  ];
  // A limit that this system does not know is skipped. Nothing of a document is ever a part of this text.
  return ['sh', '-c', `${each.map((line) => `${line} 2>/dev/null`).join('; ')}; exec "$0" "$@"`];
}
