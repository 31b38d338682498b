/** The sessions that `keyring.sh` opened, one in the other: variables of the environment by name. */
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

/** The display, the session bus and the keyring of this one of the workers that run side by side. */
export const ownSession = (): Record<string, string> =>
  sessions[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ?? {};
