import type { Config } from './config.ts';
import type { Running } from './container.ts';
import { demoSignIns } from './demo/demo-organization.ts';

/** Prints the server's address and, where there is a demo, who can sign in. */
export async function greet(running: Running, config: Config): Promise<void> {
  console.log(`Legajo escucha en ${running.address}`);
  if (running.services.deps.engine === 'pglite') {
    console.log(
      'Base de datos incorporada: resiste que el proceso se corte, no un corte de luz. Para datos que importan, usa DATABASE_URL.',
    );
  }
  console.log(`Datos en ${config.dataDir}`);
  // Where others may read the console too, no passwords are printed: they are in the README.
  const demo = config.demo === 'local' ? await demoSignIns(running.services) : [];
  if (demo.length > 0)
    console.log(`Ingresos de la demostración:\n${demo.map((line) => `  ${line}`).join('\n')}`);
  const { firstRun } = running.services;
  if (await firstRun.needed()) {
    console.log(
      `Todavía no hay una organización. Créala en ${running.address} con el código ${await firstRun.newCode()}`,
    );
  }
}
