import { transcoded } from './transcoded.ts';
import type { MatrixFilm } from './film-matrix.ts';
import { bestPlaylist, lastColourOf, playedFilm } from './played-film.ts';

const LENGTH_S = 0.35;
const TONE_SHARE = 0.05;
const TONE_BEGINS_S = 0.15;

/** What is wrong with a film of the matrix as viewers get it: its length, size, tone or colours. */
export async function faultsOf(film: MatrixFilm): Promise<string[]> {
  const { make, durationS, size, toneHz = 440, toneFromS = 0, lastColour } = film;
  const path = bestPlaylist(await transcoded(await make()));
  const played = await playedFilm(path);
  const [red = 0, green = 0, blue = 0] = lastColour ? await lastColourOf(path) : [];
  const audibleHz = played.toneHz ?? 0;
  const wrong = {
    [`size ${played.size}`]: played.size !== size,
    [`length ${played.durationS}`]: Math.abs(played.durationS - durationS) > LENGTH_S,
    [`transfer ${played.transfer}`]: !['bt709', 'unknown'].includes(played.transfer),
    [`primaries ${played.primaries}`]: !['bt709', 'unknown'].includes(played.primaries),
    [`last colour ${[red, green, blue].join()}`]:
      lastColour === 'red' && (red < 180 || Math.max(green, blue) > 80),
    [`tone of ${audibleHz} Hz`]: Math.abs(audibleHz - (toneHz ?? 0)) > (toneHz ?? 1) * TONE_SHARE,
    [`tone from ${played.toneFromS}`]:
      toneHz !== null && Math.abs((played.toneFromS ?? -1) - toneFromS) > TONE_BEGINS_S,
  };
  return Object.entries(wrong).flatMap(([fault, isWrong]) => (isWrong ? [fault] : []));
}
