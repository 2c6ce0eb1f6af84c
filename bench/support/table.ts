/** One line of a result: what was measured, for us and for the peer, ready to print. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  readonly peer: string;
  readonly ratio?: number;
  /** `met` is left out where there is no budget. */
  readonly budget?: { readonly text: string; readonly met: boolean };
}

/** Prints rows under a heading, columns aligned; `peer` names what stands beside us. */
export function printTable(heading: string, peer: string, rows: readonly Row[]): void {
  const cells = [['', 'Fanfare', peer, 'ratio', 'budget'], ...rows.map(toCells)];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const pad = (text: string, column: number): string => {
    const width = widths?.[column] ?? 0;
    return column === 0 ? text.padEnd(width) : text.padStart(width);
  };
  console.log(`\n${heading}\n`);
  for (const row of cells) console.log(`  ${row.map(pad).join('   ')}`.trimEnd());
}

const toCells = ({ what, ours, peer, ratio, budget }: Row): string[] => [
  what,
  ours,
  peer,
  ratio === undefined ? '' : `${ratio.toFixed(2)}×`,
  budget ? `${budget.text} ${budget.met ? 'met' : 'MISSED'}` : '',
];
