import { describe, expect, it } from 'vitest';
import { chapterAt, chaptersOf } from '#shared/plain/videos/chapters.ts';

const startsOf = (description: string, durationS = 7200) =>
  chaptersOf(description, durationS).map(({ startS, title }) => [startS, title]);

/** A list with this line as its second. */
const second = (line: string) => startsOf(`0:00 Start\n${line}\n1:30:00 End`)[1];

describe('the chapters of a description', () => {
  it('begin at the times of its lines, and end where the next begins', () => {
    expect(chaptersOf('A box fan.\n\n0:00 Low\n1:15 Medium\n1:00:00 High\n\nBye!', 3700)).toEqual([
      { startS: 0, endS: 75, title: 'Low' },
      { startS: 75, endS: 3600, title: 'Medium' },
      { startS: 3600, endS: 3700, title: 'High' },
    ]);
  });

  it.each([
    ['01:15 Medium', 75],
    ['00:01:15 Medium', 75],
    ['75:00 Medium', 4500],
    ['1:15 - Medium', 75],
    ['1:15: Medium', 75],
    ['1:15 | Medium', 75],
    ['1:15 – 2:30 Medium', 75],
    ['[1:15] Medium', 75],
    ['(1:15) Medium', 75],
    ['  • 1:15   Medium  ', 75],
    ['- 1:15 Medium\r', 75],
    ['\u200f١:١٥ Medium', 75],
    ['１:１５ Medium', 75],
  ])('are read from %j', (line, startS) => expect(second(line)).toEqual([startS, 'Medium']));

  it.each([
    '1:15',
    '1:75 Medium',
    '1:60:00 Medium',
    'Medium 1:15',
    '1:155 Medium',
    '1:15Medium',
    '1.15 Medium',
  ])('are not read from %j', (line) =>
    expect(startsOf(`0:00 Start\n${line}\n1:30:00 End\n1:40:00 Last`)).toHaveLength(3),
  );

  it.each([
    ['two', '0:00 A\n1:00 B'],
    ['a first one later than 0:00', '0:05 A\n1:00 B\n2:00 C'],
    ['no order', '0:00 A\n2:00 B\n1:00 C\n3:00 D'],
    ['the same time twice', '0:00 A\n1:00 B\n1:00 C\n2:00 D'],
    ['one of nine seconds', '0:00 A\n0:09 B\n1:00 C'],
  ])('are none where there are %s', (_, description) => expect(startsOf(description)).toEqual([]));

  it('leave out times beyond the end', () =>
    expect(startsOf('0:00 A\n1:00 B\n2:00 C\n3:00 D', 180)).toHaveLength(3));

  it('have one for each time', () => {
    const chapters = chaptersOf('0:00 A\n1:00 B\n2:00 C', 180);
    expect([0, 59.9, 60, 179].map((timeS) => chapterAt(chapters, timeS)?.title)).toEqual([
      'A',
      'A',
      'B',
      'C',
    ]);
  });
});
