import { expect, it } from 'vitest';
import { toCsv } from '#web/lib/csv.ts';

it('has the names of the columns, then a line for each row', () => {
  expect(toCsv([{ date: '2026-11-20', viewers: 12.5 }])).toBe('date,viewers\r\n2026-11-20,12.5\r\n');
});

it('quotes what would break a line, and keeps numbers', () => {
  expect(toCsv([{ title: 'A "quiet", slow\nfan', change: -3 }])).toBe(
    'title,change\r\n"A ""quiet"", slow\nfan",-3\r\n',
  );
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('makes no formula of %j', (title) => {
  expect(toCsv([{ title }]).split('\r\n')[1]).toBe(`'${title}`);
});
