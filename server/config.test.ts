import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

describe('loadConfig', () => {
  it('needs no variable at all', { tags: 'spec-9.2-signed-link' }, () => {
    expect(loadConfig({})).toMatchObject({
      port: 4870,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:4870',
      databaseUrl: undefined,
      services: ['core', 'docs', 'events', 'jobs'],
      demo: 'no',
      open: true,
      uploadLimit: 2 * 1024 ** 3,
      idTokenSeconds: 3600,
      refreshTokenSeconds: 2_592_000,
      resetCodeSeconds: 900,
      signedLinkSeconds: 3600,
      signInFailures: { perAccount: 10, perAddress: 30 },
    });
    expect(loadConfig({}).dataDir).toBe(`${process.cwd()}/data`);
  });

  it('takes an empty variable as absent', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 4870, databaseUrl: undefined });
  });

  it.each([
    [{}, 'no'],
    [{ DEMO: 'no' }, 'no'],
    [{ DEMO: 'local' }, 'local'],
    [{ DEMO: 'local', HOST: '::1' }, 'local'],
    [{ DEMO: 'local', PUBLIC_URL: 'http://localhost:8080' }, 'local'],
    [{ DEMO: 'local', HOST: '0.0.0.0' }, 'no'],
    [{ DEMO: 'local', PUBLIC_URL: 'https://docs.example.cl' }, 'no'],
    [{ DEMO: 'yes', HOST: '0.0.0.0', PUBLIC_URL: 'https://docs.example.cl' }, 'yes'],
  ])('makes the demo of %o: %s', (env, demo) => {
    expect(loadConfig(env).demo).toBe(demo);
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', '48 70'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'mysql://somebody:secret-word@host/db'],
    ['SMTP_URL', 'secret-word'],
    ['PUBLIC_URL', 'https://docs.example.cl/secret-word'],
    ['PUBLIC_URL', 'https://somebody:secret-word@docs.example.cl'],
    ['PUBLIC_URL', 'https://docs.example.cl?secret-word'],
    ['SERVICES', 'core,secret-word'],
    ['SERVICES', ''.padEnd(3, ',')],
    ['UPLOAD_LIMIT', '2 pounds'],
    ['UPLOAD_LIMIT', '0'],
    ['LOG_LEVEL', 'loud'],
    ['DEMO', 'perhaps'],
    ['ID_TOKEN_MINUTES', '0'],
    ['DATABASE_URL', 'postgres://legajo:secret-word#1/2@host/db'],
    ['DATABASE_URL', 'postgres://legajo:secret-word@host/db?sslmode=perhaps'],
    ['DATABASE_URL', 'postgres://legajo:secret-word@host/db?sslrootcert=/nowhere/root.pem'],
    ['SMTP_URL', 'smtp://'],
    ['MAIL_FROM', 'secret-word'],
    ['MAIL_FROM', 'Legajo <a@b>, secret-word'],
    ['ENVIRONMENT', 'secret-word'.repeat(2)],
  ])('refuses %s=%s, naming the variable and not its value', (name, value) => {
    const attempt = () => loadConfig({ [name]: value });
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(new RegExp(`^${name}: it .*\\.$`));
    expect(attempt).not.toThrow('secret-word');
  });

  it('names every variable at fault at once', () => {
    expect(() => loadConfig({ PORT: 'x', UPLOAD_LIMIT: 'y' })).toThrow(
      /^PORT: it .*\.\nUPLOAD_LIMIT: it .*\.$/,
    );
  });

  it('takes what the driver means by a TLS mode, so that the driver writes nothing about it', () => {
    const url = (mode: string) => `postgres://legajo:x@host/db?sslmode=${mode}`;
    for (const mode of ['prefer', 'require', 'verify-ca'])
      expect(loadConfig({ DATABASE_URL: url(mode) }).databaseUrl).toBe(url('verify-full'));
    for (const mode of ['disable', 'no-verify', 'verify-full'])
      expect(loadConfig({ DATABASE_URL: url(mode) }).databaseUrl).toBe(url(mode));
  });

  it.each([
    ['1048576', 1_048_576],
    ['500MiB', 524_288_000],
    ['3 gib', 3_221_225_472],
  ])('reads the size %s', (text, size) => {
    expect(loadConfig({ UPLOAD_LIMIT: text }).uploadLimit).toBe(size);
  });
});
