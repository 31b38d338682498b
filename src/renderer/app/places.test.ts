import { expect, it } from 'vitest';
import { administrationPlaces } from '../components/places/places.ts';
import { i18next } from '../i18n/i18n.ts';
import { screens } from './screens.ts';

it('leads to every screen of the administration', () => {
  const found = administrationPlaces(i18next.t).map(({ to }) => to);
  const named = screens.filter(({ area, path }) => area === 'administration' && !path.includes(':'));
  expect(named.length).toBeGreaterThan(8);
  expect(named.map(({ path }) => path).filter((path) => !found.includes(path))).toEqual([]);
});
