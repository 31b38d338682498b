import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const LISTENING = '0A';

/** Inodes of the sockets that listen on a TCP port, by the kernel's tables. */
function socketsOn(port: number): Set<string> {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const found = new Set<string>();
  for (const table of ['tcp', 'tcp6']) {
    for (const line of readOr(`/proc/net/${table}`).split('\n').slice(1)) {
      const fields = line.trim().split(/\s+/);
      if (fields[1]?.endsWith(wanted) && fields[3] === LISTENING && fields[9]) found.add(fields[9]);
    }
  }
  return found;
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** What the open files of a process are, as far as this account may know. */
function filesOf(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`);
      } catch {
        return '';
      }
    });
  } catch {
    return [];
  }
}

/** Who listens on a port: "node (process 4711)". Undefined where the system does not say, or not to this account. */
export function portHolder(port: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const sockets = [...socketsOn(port)].map((inode) => `socket:[${inode}]`);
  if (sockets.length === 0) return undefined;
  const pid = readdirSync('/proc').find(
    (name) => /^\d+$/.test(name) && filesOf(name).some((file) => sockets.includes(file)),
  );
  return pid && `${readOr(`/proc/${pid}/comm`).trim()} (process ${pid})`;
}
