import { environmentSchema, loadConfig } from '../../server/config.ts';

/** A value that no variable with a rule takes. */
const NONSENSE = '¿?'.repeat(20);

const HEAD = `# Configuration

<!-- Written by \`npm run variables\` from server/config.ts: change it there. -->

A server reads environment variables and no file; \`deploy/legajo.env\` is one for systemd and containers. None is needed to try it.
Where other people use it, set \`PUBLIC_URL\`, \`DATA_DIR\`, \`DATABASE_URL\`, \`SMTP_URL\`, \`MAIL_FROM\` and, behind a proxy, \`TRUST_PROXY\`.

An empty variable counts as absent. A wrong one is told in one line that names it and never repeats its value, and the server ends with 1.
Sizes are bytes, or numbers with KiB, MiB, GiB or TiB. Variables change at a restart.

| variable | default | what it is | what it must be |
| --- | --- | --- | --- |
`;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** What a value must be, in the words of the message about a wrong one; empty where everything is taken. */
function ruleOf(name: string): string {
  try {
    loadConfig({ [name]: NONSENSE });
    return '';
  } catch (error) {
    return (error as Error).message.replace(/^\w+: it (must be )?/, '').replace(/\.$/, '');
  }
}

/** The page of docs/operations that lists every variable, its default, what it is and what it must be. */
export function variablesPage(): string {
  const rows = Object.entries(environmentSchema.shape).map(([name, schema]) => {
    const { defaultValue } = schema.def as { readonly defaultValue?: unknown };
    const value = defaultValue === undefined ? '' : `\`${cell(String(defaultValue))}\``;
    return `| \`${name}\` | ${value} | ${cell(schema.description ?? '')} | ${cell(ruleOf(name))} |`;
  });
  return `${HEAD}${rows.join('\n')}\n`;
}
