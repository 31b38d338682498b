import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointName } from '#shared/contract.ts';
import type { TestPerson } from '../../../../../server/testing/factories.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { at, FaultWorld } from '../../testing/fault-world.ts';
import type { StrangeAnswer } from '../../testing/faulty-line.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };
const PORTAL = '<!doctype html><title>Wi-Fi de la obra</title><form>Acepta las condiciones</form>';

/** What networks and misled proxies answer in the server's place. */
const STRANGE: Readonly<Record<string, StrangeAnswer>> = {
  'the sign-in page of a network': { status: 200, headers: html, body: PORTAL },
  'a redirect to it': { status: 302, headers: { location: 'http://portal.invalid/' }, body: '' },
  'a refusal that is not ours': { status: 403, headers: html, body: PORTAL },
  'a page that is not found': { status: 404, headers: html, body: PORTAL },
  'a page that is gone': { status: 410, headers: html, body: PORTAL },
  'another sign-in': { status: 401, headers: { ...html, 'www-authenticate': 'Basic' }, body: PORTAL },
  'JSON of another shape': {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"ok":true,"rows":"ninguna","items":null}',
  },
  'nothing at all': { status: 200, body: '' },
};

/** Those that would do the most harm: each takes seconds, until it is said to a person. */
const LASTING = [
  'the sign-in page of a network',
  'a redirect to it',
  'a refusal that is not ours',
  'JSON of another shape',
] as const;

describe('somebody else answers in the place of the server', () => {
  let world: FaultWorld;
  let ana: TestPerson;
  let desktop: TestDesktop;

  beforeAll(async () => {
    world = await FaultWorld.open();
    ana = await world.person('Ana');
    desktop = await world.desktop(ana);
    await world.write(desktop, at('Acta.txt'), 'acta de la primera reunión');
    await world.write(desktop, at('Obras/Plano.txt'), 'plano de la planta baja');
    await world.versions('Plano.txt', 1);
    await world.nothingLost();
  });

  afterAll(() => world?.close());

  test.each(LASTING)('%s to every call: it is offline, and touches nothing', async (name) => {
    const before = await desktop.documents();
    const strange = world.line.answer('any', STRANGE[name] ?? { status: 500 }, Number.POSITIVE_INFINITY);
    const file = `Nota, ${name}.txt`;
    await world.write(desktop, at(file), name);
    await world.write(desktop, at('Acta.txt'), `acta, ${name}`);
    desktop.runner.lookEverywhere();
    await eventually(
      () => desktop.runner.status === 'offline',
      () => world.logs(),
    );
    // A person hears of it once it goes on.
    for (let times = strange.times; desktop.runner.status !== 'problem'; ) {
      desktop.runner.lookEverywhere();
      times = await eventually(
        () => (desktop.runner.status === 'problem' ? strange.times : strange.times > times && strange.times),
        () => world.logs(),
      );
    }
    expect(desktop.runner.problem?.code).toBe('strange_answer');
    expect(await desktop.documents()).toEqual([...before, at(file)].sort());
    expect(desktop.engine.memory.content.blocked.size).toBe(0);
    strange.lift();
    desktop.runner.lookEverywhere();
    await world.versions(file, 1);
    await world.nothingLost();
  });

  test.each<EndpointName>([
    'groupsByMember',
    'changes',
    'recordsSend',
    'entryCreate',
    'uploadCreate',
    'confirm',
    'versionCreate',
    'versionSend',
  ])(
    'every kind of strange answer to %s alone: nothing is refused, taken away or done twice',
    async (call) => {
      const file = `Informe ${call}.txt`;
      let edits = 1;
      // The three calls are for what is too large for the one.
      const isLarge = call !== 'recordsSend' && call !== 'versionSend';
      const more = isLarge ? ', y así sigue'.repeat(100_000) : '';
      const edit = () => world.write(desktop, at(file), `${call}, edición ${edits}${more}`);
      if (call === 'recordsSend') {
        await desktop.pause();
        await world.write(desktop, at('Informe al lado.txt'), 'lo que va junto con otro');
      }
      await edit();
      if (call === 'recordsSend') await desktop.resume();
      if (call === 'versionCreate' || call === 'versionSend') {
        await world.versions(file, 1);
        edits += 1;
        await edit();
      }
      const strange = Object.values(STRANGE).map((answer) => world.line.answer(call, answer));
      for (const each of strange) {
        desktop.runner.lookEverywhere();
        await eventually(
          () => each.times > 0,
          () => `${call}\n${world.logs()}`,
        );
      }
      desktop.runner.lookEverywhere();
      expect((await world.versions(file, edits)).map(({ number }) => number)).toEqual(
        edits === 1 ? [1] : [1, 2],
      );
      await world.nothingLost();
      expect((await world.recordsOf(file)).length).toBe(1);
    },
  );

  test('strange bytes instead of a document never reach its place', async () => {
    const reader = await world.desktop(ana);
    await world.nothingLost();
    const strange = Object.values(STRANGE).map((answer) => world.line.answer('versionContent', answer));
    await world.write(desktop, at('Obras/Plano.txt'), 'plano de la planta baja, corregido');
    for (const each of strange) {
      await eventually(
        () => each.times > 0,
        () => world.logs(),
      );
      expect(await readFile(reader.path(at('Obras/Plano.txt')), 'utf8')).toMatch(/^plano de la planta baja/);
      reader.runner.lookEverywhere();
    }
    await eventually(
      async () => String(await reader.read(at('Obras/Plano.txt'))).endsWith('corregido'),
      () => world.logs(),
    );
    await world.nothingLost();
  });
});
