/** The nested sessions that `keyring.sh` opened: environment variables by name. */
export const sessions: readonly Record<string, string>[] = (process.env.LEGAJO_TEST_SESSIONS ?? '')
  .split('\n\n')
  .filter(Boolean)
  .map((session) =>
    Object.fromEntries(
      session.split('\n').map((line): [string, string] => {
        const [name = '', ...value] = line.split('=');
        return [name, value.join('=')];
      }),
    ),
  );

/** The display, session bus and keyring of this worker. */
export const ownSession = (): Record<string, string> =>
  sessions[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ?? {};
