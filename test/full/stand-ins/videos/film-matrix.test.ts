/** Films that caused problems on other video sites. */
import { expect, it } from 'vitest';
import { FILM_MATRIX } from '#test/support/media/films/film-matrix.ts';
import { faultsOf } from '#test/support/media/films/film-faults.ts';

it.each(FILM_MATRIX.filter(({ isQuick }) => !isQuick))('plays as described: $name', async (film) => {
  expect(await faultsOf(film)).toEqual([]);
});

it('has seventy films or more; npm test includes ten', () => {
  expect(FILM_MATRIX.length).toBeGreaterThanOrEqual(70);
  expect(FILM_MATRIX.filter(({ isQuick }) => isQuick)).toHaveLength(10);
});
