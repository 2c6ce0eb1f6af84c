/** Caption files as people have them: kinds of content, each in several forms of the same text. */
import { MAX_CAPTION_CUES, MAX_CAPTION_TEXT, MAX_CUE_TEXT } from '#shared/plain/captions/caption-limits.ts';
import type { CaptionFault } from '#shared/plain/captions/caption-faults.ts';

/** The video of these files. */
export const DURATION_MS = 60_000;

export interface CaptionFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The text of each cue, without markup; or the rule that the file breaks. */
  readonly expected: readonly string[] | CaptionFault['reason'];
}

const srt = (...texts: readonly string[]): string =>
  texts.map((text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at + 1},500\n${text}\n`).join('\n');
const vtt = (...texts: readonly string[]): string =>
  ['WEBVTT\n', ...texts.map((text, at) => `00:0${at}.000 --> 00:0${at + 1}.500\n${text}\n`)].join('\n');

type Kind = readonly [name: string, text: string, expected: CaptionFile['expected']];

/** As programs write them that read neither format's rules. */
const WRITTEN_OTHERWISE: readonly Kind[] = [
  ...Object.entries({
    'an arrow with one dash': '->',
    'an arrow in HTML': '--&gt;',
    'an arrow in HTML, twice': '--&amp;gt;',
    'an arrow with a gap': '- ->',
    'an arrow of en dash': '–>',
    'an arrow of em dash': '—>',
    'an arrow of minus signs': '−−>',
    'one character for an arrow': '→',
    'a full-width arrow': '－－＞',
    'a double arrow': '==>',
    'a dash for an arrow': '–',
    'no arrow': ' ',
    'no-break spaces': '\u{A0}-->\u{A0}',
    'marks of direction': '\u200E-->\u200F',
  }).map(([name, arrow]): Kind => [name, srt('One', 'Two').replaceAll('-->', arrow), ['One', 'Two']]),
  ...Object.entries({
    'full-width colons': [/:/g, '：'],
    'ideographic commas': [/(?<=\d),/g, '、'],
    'ratio signs': [/:/g, '∶'],
    'colons before the fraction': [/(?<=\d),/g, ':'],
    'dots alone': [/[:,](?=\d)/g, '.'],
    'fractions of six digits': [/000/g, '000000'],
    'fractions of thirteen digits': [/000/g, '0000000000001'],
    'zero-width spaces': [/:/g, '\u200B:'],
  } as const).map(([name, [found, other]]): Kind => [
    name,
    srt('One', 'Two').replaceAll(found, other),
    ['One', 'Two'],
  ]),
  ...['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '०१२३४५६७८९', '๐๑๒๓๔๕๖๗๘๙', '０１２３４５６７８９'].map((digits): Kind => [
    `the digits ${digits}`,
    srt('One', 'Two').replaceAll(/\d/g, (digit) => digits[Number(digit)]!),
    ['One', 'Two'],
  ]),
  ['frames', '1\n00:00:01:12 --> 00:00:02:24\nOne\n\n2\n00:00:02:24 --> 00:00:03;00\nTwo\n', ['One', 'Two']],
  ['a full second', '1\n00:00:05,500 --> 00:00:05,1000\nOne\n', ['One']],
  ['a full minute', '1\n00:00:50,500 --> 00:00:60,000\nOne\n', ['One']],
  ['a negative start', `1\n-00:00:01,000 --> 00:00:02,000\nOne\n\n${srt('Two').slice(2)}`, ['Two', 'One']],
  ['SBV', '0:00:01.000,0:00:03.000\nOne\n\n0:00:03.000,0:00:04.000\nTwo\nlines\n', ['One', 'Two\nlines']],
  [
    'SubViewer',
    '[INFORMATION]\n[TITLE]\n[END INFORMATION]\n[SUBTITLE]\n\n00:00:01.00,00:00:02.00\nOne[br]line\n',
    ['One\nline'],
  ],
  [
    'segments of HLS, one after another',
    `WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\n${vtt('One').slice(8)}\nWEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:05.000 --> 00:06.000\nTwo\nX-TIMESTAMP-MAP=MPEGTS:1\nWEBVTT\n`,
    ['One', 'Two'],
  ],
  ['names of speakers in brackets', srt('<JOHN> Hello', '<Mary Ann>Hi'), ['<JOHN> Hello', '<Mary Ann>Hi']],
  [
    'line breaks of SubStation Alpha',
    srt(String.raw`One\Nline`, String.raw`Two\hwords`),
    ['One\nline', 'Two\u{A0}words'],
  ],
  ['a path', srt(String.raw`C:\New\notes`), [String.raw`C:\New\notes`]],
  [
    'entities that are encoded twice',
    srt('R&amp;amp;D &amp;lt;3', 'caf&eacute;&hellip;'),
    ['R&D <3', 'café…'],
  ],
  ['tags in an HTML file', srt('&lt;i&gt;One&lt;/i&gt;').replace('-->', '--&gt;'), ['One']],
  ['a text on the line of its times', '1\n00:00:01,000 --> 00:00:02,000 One\n', ['One']],
  [
    'a transcript of Whisper',
    '[00:00.000 --> 00:02.000]  One\n[00:02.000 --> 00:03.000]  Two\n',
    ['One', 'Two'],
  ],
  ['a time that is none', `${srt('One', 'Two')}\n3\nsome time\nThree\n`, ['One', 'Two']],
  ['scores', srt('One', '3:2 -> 4:2\n12:30 - 13:00'), ['One', '3:2 -> 4:2\n12:30 - 13:00']],
  ['MicroDVD', '{0}{25}One\n{25}{50}Two\n', 'captions_other_format'],
  ['LRC', '[00:12.00]One\n[00:15.30]Two\n', 'captions_other_format'],
  ['TTML', '<?xml version="1.0"?>\n<tt xml:lang="en"><body/></tt>', 'captions_other_format'],
  ['the clock of a broadcast', srt('One', 'Two').replaceAll('00:00:', '10:00:'), 'captions_clock'],
];

const KINDS: readonly Kind[] = [
  ['WebVTT', vtt('One', 'Two\nlines'), ['One', 'Two\nlines']],
  ['SRT', srt('One', 'Two\nlines'), ['One', 'Two\nlines']],
  [
    'SRT with tags',
    srt('<i>One</i> <B>two</B>', '<font color="#ff0">Three</font><br/>four'),
    ['One two', 'Three\nfour'],
  ],
  ['SRT with overrides', srt(String.raw`{\an8}Top`, String.raw`{\i1}In{\i0} italics`), ['Top', 'In italics']],
  ['SRT without hours', '1\n00:01,000 --> 00:02,000\nOne\n', ['One']],
  ['SRT with dots', '1\n00:00:01.5 --> 00:00:02.25\nOne\n', ['One']],
  ['WebVTT with commas', 'WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nOne\n', ['One']],
  ['times without fractions', '1\n00:00:01 --> 00:00:02\nOne\n', ['One']],
  ['overlapping', vtt('One', 'Two', 'Three').replaceAll('.500', '.999'), ['One', 'Two', 'Three']],
  [
    'out of order',
    '2\n00:05,000 --> 00:06,000\nLater\n\n1\n00:01,000 --> 00:02,000\nFirst\n',
    ['First', 'Later'],
  ],
  ['without numbers', srt('One', 'Two').replaceAll(/^\d\n/gm, ''), ['One', 'Two']],
  ['an empty line inside', srt('One\n\nstill one', 'Two'), ['One\nstill one', 'Two']],
  ['no empty lines between', srt('One', 'Two').replaceAll('\n\n', '\n'), ['One', 'Two']],
  ['a number as text', srt('42', '43'), ['42', '43']],
  [
    'right to left',
    srt('\u202Bمرحبا بالعالم!\u202C', 'שלום עולם'),
    ['\u202Bمرحبا بالعالم!\u202C', 'שלום עולם'],
  ],
  [
    'comments, styles, regions',
    `WEBVTT - A title\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:a\n\n${vtt('One').slice(8)}\nNOTE\nnothing\n`,
    ['One'],
  ],
  [
    'identifiers and positions',
    'WEBVTT\n\nintro\n00:01.000 --> 00:02.000 line:10% align:middle size:900% region:a position:5%,center x\nOne\n',
    ['One'],
  ],
  [
    'voices, classes, ruby',
    vtt('<v.loud Mary & Co>Hi <c.yellow.x>there</c>', '<ruby>漢<rt>かん</ruby>', '<00:00:02.500>Two'),
    ['Hi there', '漢かん', 'Two'],
  ],
  [
    'entities',
    vtt('R&amp;D &lt;3 &#9829;&nbsp;&lrm;&bogus; &', 'a < b > c'),
    ['R&D <3 ♥\u{A0}\u200E&bogus; &', 'a < b > c'],
  ],
  ['an arrow in a text', srt('Turn --> left', '1 --> 2'), ['Turn --> left', '1 --> 2']],
  ['NUL characters', srt('On\0e'), ['One']],
  [
    'cues without length or text',
    `${srt('One')}\n7\n00:00:03,000 --> 00:00:03,000\nGone\n\n8\n00:00:04,000 --> 00:00:05,000\n<i></i>\n`,
    ['One'],
  ],
  ['cues after the end', `${srt('One')}\n9\n101:00:00,000 --> 101:00:01,000\nLate\n`, ['One']],
  [
    'scripts',
    vtt('<script>alert(1)</script>', '<img src=x onerror="alert(1)">Two', '<a href="javascript:0">Three'),
    ['alert(1)', 'Two', 'Three'],
  ],
  ['unbalanced tags', vtt('<i><b>One</i> two', '</u>Three<i>'), ['One two', 'Three']],
  [
    'a cue that ends before it starts',
    '1\n00:00:05,000 --> 00:00:01,000\nOne\n',
    'captions_end_before_start',
  ],
  ['one of two cues that ends before it starts', `${srt('One')}\n2\n00:05,000 --> 00:01,000\nTwo\n`, ['One']],
  ['a mistyped time', `${srt('One')}\n2\n00:00:61,000 --> 00:01:02,000\nTwo\n`, ['One']],
  ['mistyped times alone', '1\n00:00:61,000 --> 00:01:02,000\nOne\n', 'captions_time'],
  [
    'more mistyped times than others',
    srt('One', 'Two', 'Three').replaceAll(/0:0[12],000/g, '0:99,000'),
    'captions_lost',
  ],
  ['half of a timing', `${srt('One')}\n2\n00:00:05,000 -->\nTwo\n`, ['One']],
  ['only cues after the end', '1\n00:05:00,000 --> 00:05:01,000\nLate\n', 'captions_late'],
  ['a web page', '<!doctype html><html><body><p>Not found</p></body></html>', 'captions_format'],
  [
    'SubStation Alpha',
    '[Script Info]\nTitle: x\n\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,One\n',
    'captions_other_format',
  ],
  ['nothing', '', 'captions_empty'],
  ['a header alone', 'WEBVTT\n', 'captions_empty'],
  ['a cue of a novel', srt('One', 'x'.repeat(MAX_CUE_TEXT + 1)), ['One']],
  ...WRITTEN_OTHERWISE,
];

const utf8 = (text: string) => new TextEncoder().encode(text);

function utf16(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
}

const FORMS: Readonly<Record<string, (text: string) => Uint8Array<ArrayBuffer>>> = {
  'as it is': utf8,
  'with CRLF': (text) => utf8(text.replaceAll('\n', '\r\n')),
  'with CR': (text) => utf8(text.replaceAll('\n', '\r')),
  'with a byte order mark': (text) => utf8(`\uFEFF${text}`),
  'in UTF-16, little-endian': (text) => utf16(`\uFEFF${text}`, true),
  'in UTF-16, big-endian': (text) => utf16(`\uFEFF${text}`, false),
  'with spaces at the ends of lines': (text) => utf8(text.replaceAll('\n', '  \n')),
  'without a last line break': (text) => utf8(text.trimEnd()),
};

const numbered = (count: number, text: string): string =>
  Array.from({ length: count }, () => `00:01,000 --> 00:02,000\n${text}\n`).join('\n');

/** Files that one form is enough for. */
const OTHERS: readonly CaptionFile[] = [
  {
    name: '10 MB',
    bytes: utf8(numbered(200_000, 'A caption of usual length')),
    expected: 'captions_too_large',
  },
  { name: 'too many cues', bytes: utf8(numbered(MAX_CAPTION_CUES + 1, 'x')), expected: 'captions_many_cues' },
  { name: 'UTF-16 without a mark', bytes: utf16(srt('One', 'Two'), true), expected: ['One', 'Two'] },
  {
    name: 'UTF-16 without a mark, big-endian',
    bytes: utf16(srt('日本語', 'です'), false),
    expected: ['日本語', 'です'],
  },
  {
    name: 'Windows-1252',
    bytes: new Uint8Array([...utf8(srt('Caf')), 0xe9, 0x0a]),
    expected: 'captions_encoding',
  },
  {
    name: 'a picture',
    bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    expected: 'captions_encoding',
  },
  {
    name: 'one long line of brackets',
    bytes: utf8(`WEBVTT\n\n00:01.000 --> 00:02.000\n${'<b '.repeat(MAX_CAPTION_TEXT / 4)}`),
    expected: 'captions_long_cue',
  },
];

export const captionFiles: readonly CaptionFile[] = [
  ...KINDS.flatMap(([name, text, expected]) =>
    Object.entries(FORMS).map(([form, encode]) => ({
      name: `${name}, ${form}`,
      bytes: encode(text),
      expected,
    })),
  ),
  ...OTHERS,
];
