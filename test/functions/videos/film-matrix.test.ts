/** Films as people have reported them to other video sites: those that went wrong most often. */
import { expect, it } from 'vitest';
import { faultsOf } from '#test/support/media/films/film-faults.ts';
import { FILM_MATRIX } from '#test/support/media/films/film-matrix.ts';

it.each(FILM_MATRIX.filter(({ isQuick }) => isQuick))('plays as it is: $name', async (film) => {
  expect(await faultsOf(film)).toEqual([]);
});
