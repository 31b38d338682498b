import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT_MARKER } from '../engine/layout.ts';
import { lockRoot } from './root-lock.ts';

describe('a folder that is synced', () => {
  let root = '';
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'legajo-root-')));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is one engine’s, until that has given it back', () => {
    const giveBack = lockRoot(root);
    expect(() => lockRoot(root)).toThrow(expect.objectContaining({ code: 'root_busy' }));
    giveBack();
    lockRoot(root)();
  });

  it('has no other one in it, at any depth', () => {
    mkdirSync(join(root, dirname(ROOT_MARKER)));
    writeFileSync(join(root, ROOT_MARKER), '{}');
    const inner = join(root, 'Andes', 'Calidad');
    mkdirSync(inner, { recursive: true });
    expect(() => lockRoot(inner)).toThrow(expect.objectContaining({ code: 'root_nested' }));
    lockRoot(root)();
  });

  it.each([['Trabajo'], ['Trabajo', 'Legajo']])('has no new one around it (%s %s)', (...names) => {
    const inner = join(root, ...names);
    mkdirSync(join(inner, dirname(ROOT_MARKER)), { recursive: true });
    writeFileSync(join(inner, ROOT_MARKER), '{}');
    expect(() => lockRoot(root)).toThrow(expect.objectContaining({ code: 'root_nested', what: inner }));
    // It was there first.
    lockRoot(inner)();
    // One that is synced goes on, whatever is put into it.
    mkdirSync(join(root, dirname(ROOT_MARKER)));
    writeFileSync(join(root, ROOT_MARKER), '{}');
    lockRoot(root)();
  });

  it('is the same one under another name', () => {
    const giveBack = lockRoot(root);
    const moved = `${root}-otra`;
    renameSync(root, moved);
    expect(() => lockRoot(moved)).toThrow(expect.objectContaining({ code: 'root_busy' }));
    giveBack();
    renameSync(moved, root);
  });
});
