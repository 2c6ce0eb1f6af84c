import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { parseClock, parsePlayTime, timeParts, withPlayTime } from '#web/lib/media/play-time.ts';

describe('the start time in an address', () => {
  it.each([
    ['75', 75],
    ['75s', 75],
    ['1m15s', 75],
    ['1m', 60],
    ['1m15', 75],
    ['1h2m3s', 3723],
    ['2h', 7200],
    ['0', 0],
  ])('%s is %i seconds', (written, seconds) => {
    expect(parsePlayTime(written)).toBe(seconds);
  });

  it.each([null, '', 'soon', '-5', '1:15', '1s2m', '5.5', '1e3', '75 ', 'Infinity', '9999999999'])(
    '%s is invalid',
    (written) => {
      expect(parsePlayTime(written)).toBeNull();
    },
  );

  it('is omitted for the video’s start', () => {
    expect(withPlayTime('/video', 75.9)).toBe('/video?t=75');
    expect(withPlayTime('/video', 0)).toBe('/video');
    expect(withPlayTime('/video', null)).toBe('/video');
  });
});

describe('a time text', () => {
  it('parses as it is shown', () => {
    fc.assert(
      fc.property(fc.nat({ max: 400_000 }), (seconds) => {
        expect(parseClock(formatClock(seconds))).toBe(seconds);
      }),
    );
  });

  it.each(['', '1:', '1:75', '1:60:00', '1:2:3', 'at 1:15'])('"%s" is invalid', (written) => {
    expect(parseClock(written)).toBeNull();
  });
});

describe('timestamps in a description', () => {
  const places = (written: string, durationS = 10_000) =>
    timeParts(written, durationS).flatMap(({ text, atS }) => (atS === undefined ? [] : [[text, atS]]));

  it('have minutes and seconds, with or without hours', () => {
    expect(places('0:00 Intro\n1:15 - the blades (12:05), 1:02:03 end.')).toEqual([
      ['0:00', 0],
      ['1:15', 75],
      ['12:05', 725],
      ['1:02:03', 3723],
    ]);
  });

  it.each(['a ratio of 16:9', '2026-11-20', '1:75', '1:15:75', '1:2:30', '12:30:45:10', '3.1:15', '1:15.5'])(
    'do not exist in "%s"',
    (written) => {
      expect(places(written)).toEqual([]);
    },
  );

  it('are within the video', () => {
    expect(places('0:59 and 1:00 and 1:01', 60)).toEqual([['0:59', 59]]);
  });

  it('keep every character of the text', () => {
    const word = fc.oneof(fc.string(), fc.constantFrom('1:15', '1:02:03', ':', '0:0', '99:59'));
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const written = words.join('');
        const parts = timeParts(written, 500);
        expect(parts.map(({ text }) => text).join('')).toBe(written);
      }),
    );
  });
});
