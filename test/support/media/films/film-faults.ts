import { transcoded } from './transcoded.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { COLOURS, type ColourSample, type MatrixFilm } from './matrix-film.ts';
import { bestPlaylist, lastColourOf, levelDbOf, coloursOf, playedFilm } from './played-film.ts';

const LENGTH_S = 0.35;
const TONE_SHARE = 0.05;
const TONE_BEGINS_S = 0.15;

/** Compares a film of the matrix as viewers get it with its description: duration, size, tone or colours. */
export async function faultsOf(film: MatrixFilm): Promise<string[]> {
  const { make, durationS, size, toneHz = 440, toneFromS = 0, lastColour } = film;
  const folder = await transcoded(await make());
  const path = bestPlaylist(folder);
  const played = await playedFilm(path);
  const [red = 0, green = 0, blue = 0] = lastColour ? await lastColourOf(path) : [];
  const audibleHz = played.toneHz ?? 0;
  const wrong = {
    [`size ${played.size}`]: played.size !== size,
    [`length ${played.durationS}`]: Math.abs(played.durationS - durationS) > LENGTH_S,
    [`rate ${played.rate}`]: film.rate !== undefined && played.rate !== film.rate,
    [`transfer ${played.transfer}`]: !['bt709', 'smpte170m'].includes(played.transfer),
    [`primaries ${played.primaries}`]: !['bt709', 'smpte170m', 'bt470bg'].includes(played.primaries),
    [`last colour ${[red, green, blue].join()}`]:
      lastColour === 'red' && (red < 180 || Math.max(green, blue) > 80),
    [`tone of ${audibleHz} Hz`]: Math.abs(audibleHz - (toneHz ?? 0)) > (toneHz ?? 1) * TONE_SHARE,
    [`tone from ${played.toneFromS}`]:
      toneHz !== null && Math.abs((played.toneFromS ?? -1) - toneFromS) > TONE_BEGINS_S,
  };
  return [
    ...Object.entries(wrong).flatMap(([fault, isWrong]) => (isWrong ? [fault] : [])),
    ...(film.levelDb === undefined ? [] : await levelFaults(path, film.levelDb)),
    ...(await colourFaults(folder, path, film.samples ?? [])),
  ];
}

async function levelFaults(path: string, levelDb: number): Promise<string[]> {
  const foundDb = await levelDbOf(path);
  return Math.abs(foundDb - levelDb) < 1 ? [] : [`level of ${foundDb} dB`];
}

/** Colours of the film, its first poster, and the storyboard, which has a picture every two seconds. */
async function colourFaults(
  folder: string,
  film: string,
  samples: readonly ColourSample[],
): Promise<string[]> {
  if (samples.length === 0) return [];
  const stills = readdirSync(folder).flatMap((name) => {
    const [, kind, number] = /^(poster|storyboard)\.(\d+)\.jpg$/.exec(name) ?? [];
    const atS = kind === 'storyboard' ? STORYBOARD_INTERVAL_S * Number(number) : 0;
    const expected = samples.filter((sample) => sample.atS === atS).map((sample) => ({ ...sample, atS: 0 }));
    return kind && (kind === 'storyboard' || Number(number) === 0) ? [{ name, expected }] : [];
  });
  return [
    ...misseen(samples, await coloursOf(film), 'film'),
    ...(
      await Promise.all(
        stills.map(async ({ name, expected }) =>
          expected.length === 0 ? [] : misseen(expected, await coloursOf(join(folder, name)), name),
        ),
      )
    ).flat(),
  ];
}

const STORYBOARD_INTERVAL_S = 2;

function misseen(
  samples: readonly ColourSample[],
  seen: Awaited<ReturnType<typeof coloursOf>>,
  where: string,
): string[] {
  return samples.flatMap(({ atS, x, y, colour }) => {
    const found = seen(atS, x, y);
    const isRight = COLOURS[colour].every((share, index) => Math.abs(share - (found[index] ?? -255)) < 40);
    return isRight ? [] : [`${found.join()} instead of ${colour} at ${atS} s in the ${where}`];
  });
}
