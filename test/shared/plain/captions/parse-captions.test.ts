import { describe, expect, it } from 'vitest';
import { cleanCueText, plainCueText } from '../../../../shared/plain/captions/cue-text.ts';
import { decodeCaptions } from '../../../../shared/plain/captions/decode-captions.ts';
import { CaptionError, parseCaptions, type Cue } from '../../../../shared/plain/captions/parse-captions.ts';
import { readCaptions, writeCaptions } from '../../../../shared/plain/captions/write-captions.ts';
import { type CaptionFile, captionFiles, DURATION_MS } from '../../../support/captions/caption-files.ts';

const read = (bytes: CaptionFile['bytes']): Cue[] => parseCaptions(decodeCaptions(bytes), DURATION_MS);

function faultOf(text: string): unknown {
  try {
    return parseCaptions(text, DURATION_MS);
  } catch (error) {
    return error instanceof CaptionError ? error.fault : error;
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
    expect(parseCaptions(written, DURATION_MS)).toEqual(cues);
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

it('names the line of a mistake', () => {
  const broken = '1\r\n00:00:01,000 --> 00:00:02,000\r\nOne\r\n\r\n2\r\n00:00:0x,000 --> 00:00:04,000\r\nTwo';
  expect(faultOf(broken.replace('0x', '99'))).toEqual({ reason: 'captions_time', params: { line: 6 } });
});

it('keeps valid settings alone, and moves a text of SubStation Alpha to the top', () => {
  const settings = (text: string) => parseCaptions(text).map((cue) => cue.settings);
  const timing = '00:01.000 --> 00:02.000 line:10%,start position:101% align:center size:50% region:x';
  expect(settings(`WEBVTT\n\n${timing}\nOne`)).toEqual(['line:10%,start align:center size:50%']);
  expect(settings(`1\n00:01,000 --> 00:02,000\n{\\an8}One`)).toEqual(['line:0']);
});

it.each([
  ['<i>a', '<i>a</i>'],
  ['<i><b>a</i>b</b>', '<i><b>a</b></i>b'],
  ['<v Mary & "Jo">a', '<v Mary &amp; "Jo">a</v>'],
  ['<v>a', 'a'],
  ['<lang ar>a</lang><lang x"y>b', '<lang ar>a</lang>b'],
  ['<c.red.bg_blue.mine>a</c>', '<c.red.bg_blue>a</c>'],
  ['<rt>a', 'a'],
  ['a --> b', 'a --&gt; b'],
  ['&lt;script&gt;', '&lt;script&gt;'],
  ['&#60;b&#62; &#0;&#x110000;', '&lt;b&gt; &amp;#x110000;'],
  ['<b></b>', ''],
  ['\uD800a', '\uFFFDa'],
  ['<i <b>>a', '&lt;i <b>&gt;a</b>'],
])('rewrites %s', (raw, clean) => {
  expect(cleanCueText(raw)).toBe(clean);
  expect(cleanCueText(clean)).toBe(clean);
});
