/** One line of a result: the measured quantity, for Fanfare and for the peer, formatted. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  readonly peer: string;
  readonly ratio?: number;
  /** Absent if there is no budget. */
  readonly budget?: { readonly text: string; readonly met: boolean };
}

/** Prints rows under a heading with aligned columns; `peer` is the heading of the peer's column. */
export function printTable(heading: string, peer: string, rows: readonly Row[]): void {
  printColumns(heading, [['', 'Fanfare', peer, 'ratio', 'budget'], ...rows.map(toCells)]);
}

/** Prints lines of cells under a heading with aligned columns: the first left-aligned, the others right-aligned. */
export function printColumns(heading: string, lines: readonly (readonly string[])[]): void {
  const columns = Math.max(...lines.map((line) => line.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const pad = (text: string, column: number): string => {
    const width = widths[column] ?? 0;
    return column === 0 ? text.padEnd(width) : text.padStart(width);
  };
  console.log(`\n${heading}\n`);
  for (const line of lines) console.log(`  ${line.map(pad).join('   ')}`.trimEnd());
}

const toCells = ({ what, ours, peer, ratio, budget }: Row): string[] => [
  what,
  ours,
  peer,
  ratio !== undefined && ratio > 0 ? `${ratio.toFixed(2)}×` : '',
  budget ? `${budget.text} ${budget.met ? 'met' : 'MISSED'}` : '',
];
