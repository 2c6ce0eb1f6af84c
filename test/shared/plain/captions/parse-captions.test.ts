import { describe, expect, it } from 'vitest';
import { cleanCueText, plainCueText } from '#shared/plain/captions/cue-text.ts';
import { decodeCaptions, LEGACY_ENCODINGS, likelyEncoding } from '#shared/plain/captions/decode-captions.ts';
import { CaptionError } from '#shared/plain/captions/caption-faults.ts';
import { parseCaptions } from '#shared/plain/captions/parse-captions.ts';
import { type Cue, readCaptions, writeCaptions } from '#shared/plain/captions/write-captions.ts';
import { type CaptionFile, captionFiles, DURATION_MS } from '#test/support/captions/caption-files.ts';

const read = (bytes: CaptionFile['bytes']): readonly Cue[] =>
  parseCaptions(decodeCaptions(bytes), { durationMs: DURATION_MS }).cues;

function faultOf(text: string): unknown {
  try {
    return parseCaptions(text, { durationMs: DURATION_MS }).cues;
  } catch (error) {
    return error instanceof CaptionError ? error.faults[0] : error;
  }
}

const isRefused = ({ expected }: CaptionFile): boolean => typeof expected === 'string';

const TIME = String.raw`\d{2,}:[0-5]\d:[0-5]\d\.\d{3}`;
/** WebVTT that has cues alone (§4.1). */
const VALID = new RegExp(String.raw`^WEBVTT\n(\n${TIME} --> ${TIME}( [a-z]+:\S+)*\n(?!.*-->)(.+\n)+)+$`);

describe('caption files as people have them', () => {
  it('are at least two hundred', () => expect(captionFiles.length).toBeGreaterThanOrEqual(200));

  it.each(captionFiles.filter(isRefused))('are refused: $name', ({ bytes, expected }) => {
    expect(() => read(bytes)).toThrow(expected as string);
  });

  it.each(captionFiles.filter((file) => !isRefused(file)))('are accepted: $name', ({ bytes, expected }) => {
    const cues = read(bytes);
    expect(cues.map(({ text }) => plainCueText(text))).toEqual(expected);
    expect(cues.every(({ startMs, endMs }) => startMs < endMs && endMs <= DURATION_MS)).toBe(true);
    const written = writeCaptions(cues);
    expect(written).toMatch(VALID);
    // What we write, we read alike.
    expect(parseCaptions(written, { durationMs: DURATION_MS })).toEqual({ cues, lines: [], more: 0 });
    expect(readCaptions(written)).toEqual(cues);
  });
});

describe('stored captions are read', () => {
  const second = (text: string, at = 0): Cue => ({
    startMs: at * 1000,
    endMs: (at + 1) * 1000,
    text,
    settings: '',
  });
  const ofSeconds = (count: number) => Array.from({ length: count }, (_, at) => second(`Cue ${at}`, at));

  it.each([
    [
      'whatever text live captions had',
      [String.raw`{\x}`, '-&gt;', '1', '12:30'].map((text) => second(text)),
    ],
    ['at any length', [second('&amp;'.repeat(2000))]],
    ['at any number', ofSeconds(25_000)],
    ['where there are none', []],
  ])('%s', (_, cues) => expect(readCaptions(writeCaptions(cues))).toEqual(cues));

  it('up to where they are damaged', () => {
    const written = writeCaptions(ofSeconds(3));
    for (let length = 0; length < written.length; length += 1)
      expect(readCaptions(written.slice(0, length)).length).toBeLessThanOrEqual(3);
    expect(readCaptions(`${written}\n00:99:00.000 --> x\nWrong\n`)).toEqual(ofSeconds(3));
  });
});

it('a cue is as long as it is stored', () => {
  const one = (text: string) => `00:01.000 --> 00:02.000\n${text}`;
  expect(faultOf(one('&'.repeat(400)))).toMatchObject([{ text: '&amp;'.repeat(400) }]);
  expect(faultOf(one('&'.repeat(401)))).toMatchObject({ reason: 'captions_long_cue' });
});

const linesOf = (text: string, options = {}) =>
  parseCaptions(text, { durationMs: DURATION_MS, ...options }).lines.map(
    ({ line, text, change, result }) => `${line} ${change}: ${text}${result ? ` = ${result}` : ''}`,
  );
const ONE = '00:00:01,000 --> 00:00:02,000\nOne\n\n';

describe('what was changed or left out is listed by its lines', () => {
  it('nothing where a file follows its format', () => {
    for (const text of [
      `1\r\n${ONE.replaceAll('\n', '\r\n')}`,
      'WEBVTT - A title\nKind: captions\n\nname\n00:01.5 --> 00:02 line:0\n<v Ann>One</v> &amp; <i>two</i>\n',
      '0:00:01.000,0:00:03.000\nOne\n',
      '\uFEFF1\n00:00:01,000 --> 00:00:02,000\n{\\an8}One\n',
    ])
      expect(linesOf(text)).toEqual([]);
  });

  it.each([
    ['00:00:01,000 -> 00:00:02,000', '00:00:01.000 --> 00:00:02.000'],
    ['۰۰:۰۰:۰۱٫۰۰۰ ← ۰۰:۰۰:۰۲٫۰۰۰'.replace('←', '→'), '00:00:01.000 --> 00:00:02.000'],
    ['00:00:01,1000 --> 00:00:60,000', '00:00:02.000 --> 00:01:00.000'],
    ['00:00:01,1000 --> 00:00:02,2000', '00:00:01.100 --> 00:00:02.200'],
    ['00:00:01.500400 --> 00:00:02.0000000000009', '00:00:01.500 --> 00:00:02.000'],
    ['-00:00:01,000 --> 00:00:02,000', '00:00:00.000 --> 00:00:02.000'],
    ['00:00:01:12 --> 00:00:02:18', '00:00:01.500 --> 00:00:02.750'],
    ['00:00:01:12 --> 00:00:02:29', '00:00:01.400 --> 00:00:02.967'],
    ['00:00:01:250 --> 00:00:02:500', '00:00:01.250 --> 00:00:02.500'],
  ])('the timing %s', (timing, result) => {
    expect(linesOf(`7\n${timing}\nOne\n`)).toEqual([`2 timing: ${timing} = ${result}`]);
  });

  it.each([
    ['00:00:0x,000 --> 00:00:03,000', 'left_out_time'],
    ['00:00:61,000 --> 00:00:70,000', 'left_out_time'],
    ['00:00:01,000 -->', 'left_out_time'],
    ['--> 00:00:01,000', 'left_out_time'],
    ['soon', 'left_out_time'],
    ['00:00:05,000 --> 00:00:01,000', 'left_out_order'],
    ['00:00:05,000 --> 00:00:05,000', 'left_out_order'],
    ['-00:00:05,000 --> -00:00:01,000', 'left_out_early'],
    ['00:01:00,000 --> 00:01:01,000', 'left_out_late'],
  ])('a caption at %s', (timing, change) => {
    expect(linesOf(`1\n${ONE}2\n${timing}\nTwo\nlines\n`)).toEqual([
      `6 ${change}: ${timing}`,
      `7 ${change}: Two`,
      `8 ${change}: lines`,
    ]);
  });

  it.each([
    ['<font color="red">Two</font>', 'formatting'],
    ['<c.mine>Two</c>', 'formatting'],
    [String.raw`{\i1}Two`, 'formatting'],
    ['<JOHN> Two', 'tag_as_text'],
    [String.raw`Two\Nlines`, 'line_break'],
    ['Q&amp;amp;A', 'entity'],
    ['Caf\uFFFD', 'characters'],
  ])('the text %s', (text, change) => {
    expect(linesOf(`1\n${ONE}2\n00:00:03,000 --> 00:00:04,000\nfirst\n${text}\n`)).toEqual([
      `8 ${change}: ${text}`.trim(),
    ]);
  });

  it('captions that are too long, or empty', () => {
    const long = 'x'.repeat(2001);
    expect(linesOf(`${ONE}00:03,000 --> 00:04,000\n${long}\n\n00:05,000 --> 00:06,000\n<i></i>\n`)).toEqual([
      '4 left_out_long: 00:03,000 --> 00:04,000',
      `5 left_out_long: ${long.slice(0, 300)}…`,
      '7 left_out_empty: 00:05,000 --> 00:06,000',
      '8 left_out_empty: <i></i>',
    ]);
  });

  it('what is no caption', () => {
    const map = 'X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:9';
    expect(linesOf(`WEBVTT\n${map}\n\nNOTE\nfrom Ann\n\n${ONE}WEBVTT\n${map}\n\n${ONE}`)).toEqual(
      [2, 4, 5, 10, 11].map(
        (line) =>
          `${line} left_out: ${[map, 'NOTE', 'from Ann', 'WEBVTT', map][[2, 4, 5, 10, 11].indexOf(line)]}`,
      ),
    );
  });

  it('as many as fit an answer, and how many there are more', () => {
    const { lines, more } = parseCaptions(`${'"\u0007<b>&\\ '.repeat(8)}\n`.repeat(30_000) + ONE);
    expect(lines.length + more).toBe(30_000);
    expect(new TextEncoder().encode(JSON.stringify(lines)).length).toBeLessThan(4_000_000);
  });

  it('as many as fit by their bytes', () => {
    const listOf = (letter: string) => parseCaptions(`${letter.repeat(200)}\n`.repeat(7000) + ONE);
    expect(listOf('a').more).toBe(0);
    const { lines, more } = listOf('風');
    expect(more).toBeGreaterThan(0);
    expect(new TextEncoder().encode(JSON.stringify(lines)).length).toBeLessThan(4_500_000);
  });
});

it('refuses a file without half of its captions, and names the first lines', () => {
  const late = '00:00:99,000 --> 00:01:00,000\nTwo\n\n';
  const faultsOf = (text: string) => {
    try {
      return parseCaptions(text);
    } catch (error) {
      return (error as CaptionError).faults;
    }
  };
  expect(faultsOf(ONE + late)).toMatchObject({ cues: [{ text: 'One' }] });
  expect(faultsOf(ONE + late + late)).toEqual([
    { reason: 'captions_lost', params: { lost: 2, all: 3 } },
    { reason: 'captions_time', params: { line: 4 } },
    { reason: 'captions_time', params: { line: 7 } },
    { reason: 'captions_time_form' },
  ]);
  expect(faultsOf(late)).toEqual([
    { reason: 'captions_time', params: { line: 1 } },
    { reason: 'captions_time_form' },
  ]);
  expect(faultsOf('00:00:09,000 --> 00:00:01,000\nTwo\n\n'.repeat(2))).not.toContainEqual({
    reason: 'captions_time_form',
  });
  expect(faultsOf(late.repeat(100))).toHaveLength(6);
});

describe('the clock of a broadcast', () => {
  const at = (...times: readonly string[]) =>
    times.map((time) => `${time}:00 --> ${time}:20\nx\n`).join('\n');
  const clockAt = (text: string, options = {}): unknown => {
    try {
      return parseCaptions(text, { durationMs: 3_600_000, ...options }).clock;
    } catch (error) {
      return (error as CaptionError).faults[0];
    }
  };
  const shift = (first_ms: number, shift_ms: number) =>
    expect.objectContaining({ first_ms, shift_ms }) as unknown;

  it('is proposed to be shifted by whole hours, or else to the first caption', () => {
    expect(clockAt(at('10:00:05', '10:59:00'))).toEqual({
      reason: 'captions_clock',
      params: { first_ms: 36_005_000, shift_ms: -36_000_000, time: '10:00:05' },
    });
    expect(clockAt(at('10:30:00', '11:29:00'))).toMatchObject({ params: shift(37_800_000, -37_800_000) });
    expect(clockAt(at('01:00:05', '01:30:00'), { durationMs: 7_200_000 })).toEqual(
      shift(3_605_000, -3_600_000),
    );
    expect(clockAt(at('00:10:00', '00:30:00'))).toBeUndefined();
    expect(clockAt(at('00:10:00'), { durationMs: 60_000 })).toEqual({ reason: 'captions_late' });
  });

  it('is shifted as asked for', () => {
    const { cues, clock } = parseCaptions(at('10:00:05'), { durationMs: 60_000, shiftMs: -36_000_000 });
    expect(cues).toMatchObject([{ startMs: 5000, endMs: 5833 }]);
    expect(clock).toBeUndefined();
    expect(linesOf(`${ONE}00:10,000 --> 00:11,000\nTwo\n`, { shiftMs: -1500 })).toEqual([
      '1 timing: 00:00:01,000 --> 00:00:02,000 = 00:00:00.000 --> 00:00:00.500',
    ]);
    expect(clockAt(ONE, { shiftMs: -60_000 })).toEqual({ reason: 'captions_early' });
  });
});

describe('files in other encodings', () => {
  it('are read in the one that was chosen', () => {
    const bytes = new Uint8Array([
      ...new TextEncoder().encode(ONE.replace('One\n\n', '')),
      0xcf,
      0xf0,
      0xe8,
      0xe2,
      0xe5,
      0xf2,
    ]);
    expect(parseCaptions(decodeCaptions(bytes, 'windows-1251')).cues).toMatchObject([{ text: 'Привет' }]);
  });

  it('are UTF-8 also with a damaged character, whose line is listed', () => {
    const text = '00:01,000 --> 00:02,000\nGroße Lüfter\n';
    const bytes = new Uint8Array([...new TextEncoder().encode(text), 0xe2, 0x82]);
    expect(linesOf(decodeCaptions(bytes))).toEqual(['3 characters: \uFFFD']);
  });

  it.each(Object.keys(LEGACY_ENCODINGS))('such as %s, which this machine knows', (encoding) => {
    expect(new TextDecoder(encoding).encoding).toBe(encoding);
  });

  it.each([
    ['ru', 'windows-1251'],
    ['zh-Hant', 'big5'],
    ['zh-Hans', 'gb18030'],
    ['fr-CA', 'windows-1252'],
    ['pt-BR', 'windows-1252'],
    ['ja', 'shift_jis'],
    ['sw', 'windows-1252'],
  ])('are likely, for %s, in %s', (language, encoding) => expect(likelyEncoding(language)).toBe(encoding));
});

it('keeps valid settings alone, and moves a text of SubStation Alpha to the top', () => {
  const settings = (text: string) => parseCaptions(text).cues.map((cue) => cue.settings);
  const timing = '00:01.000 --> 00:02.000 line:10%,start position:101% align:center size:50% region:x';
  expect(settings(`WEBVTT\n\n${timing}\nOne`)).toEqual(['line:10%,start align:center size:50%']);
  expect(settings(`1\n00:01,000 --> 00:02,000\n{\\an8}One`)).toEqual(['line:0']);
});

it.each([
  ['<i>a', '<i>a</i>'],
  ['<i><b>a</i>b</b>', '<i><b>a</b></i>b'],
  ['<v Mary & "Jo">a', '<v Mary &amp; "Jo">a</v>'],
  ['<v>a', 'a'],
  [`<v ${'x'.repeat(101)}>a`, `<v ${'x'.repeat(100)}>a</v>`],
  [`${'<i>'.repeat(11)}a`, `${'<i>'.repeat(10)}a${'</i>'.repeat(10)}`],
  ['<lang ar>a</lang><lang x"y>b', '<lang ar>a</lang>b'],
  ['<c.red.bg_blue.mine>a</c>', '<c.red.bg_blue>a</c>'],
  ['<rt>a', 'a'],
  ['a --> b', 'a --&gt; b'],
  ['&lt;script&gt;', '&lt;script&gt;'],
  ['&#60;b&#62; &#0;&#x110000;', '&lt;b&gt; &amp;#x110000;'],
  ['&iexcl;&eacute;&yuml; &hellip;&hearts;&sung; &Hellip;', '¡éÿ …♥♪ &amp;Hellip;'],
  ['<b></b>', ''],
  ['\uD800a', '\uFFFDa'],
  ['<i <b>>a', '&lt;i <b>&gt;a</b>'],
  ['<JOHN> a', '&lt;JOHN&gt; a'],
  ['<Mary Ann> a</Mary>', '&lt;Mary Ann&gt; a'],
  ['<speaker name="x">a', 'a'],
  ['&amp;amp;lt;', '&lt;'],
  ['&amp;bogus;', '&amp;bogus;'],
  ['a\u2028b', 'a\nb'],
])('rewrites %s', (raw, clean) => {
  expect(cleanCueText(raw)).toBe(clean);
  expect(cleanCueText(clean)).toBe(clean);
});
