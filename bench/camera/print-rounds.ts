import type { Limits } from '../support/viewing.ts';
import { viewingRows } from '../support/viewing.ts';
import { printTable, type Row } from '../support/table.ts';
import type { Round } from './round.ts';

interface RoundLimits extends Limits {
  /** Processor time of the site per second of a broadcast. @default no limit */
  readonly processorS?: number;
}

/** Prints the results of Fanfare's rounds and of the peer's; the worst round counts. */
export function printRounds(
  heading: string,
  ours: readonly Round[],
  peer: readonly Round[],
  { processorS, ...limits }: RoundLimits,
): void {
  const viewings = {
    ours: ours.flatMap(({ viewings }) => viewings),
    peer: peer.flatMap(({ viewings }) => viewings),
  };
  const processor = processorRow('processor, s for each s of a broadcast', ours, peer, ({ allS }) => allS);
  const within =
    processorS === undefined
      ? {}
      : { budget: { text: `≤ ${processorS} s`, met: worstOf(ours, ({ allS }) => allS) <= processorS } };
  printTable(heading, 'bare', [
    ...viewingRows(viewings, limits),
    { ...processor, ...within },
    processorRow('… of which ffmpeg', ours, peer, ({ ffmpegS }) => ffmpegS),
  ]);
  const all = (figure: (round: Round) => number, unit: string): string =>
    `${[...ours, ...peer].map((round) => figure(round).toFixed(0)).join(', ')}${unit}`;
  console.log(
    `\n  The machine was ${all(({ machine }) => 100 * machine.busy, ' %')} busy, by other programs ` +
      `${all(({ machine }) => 100 * machine.others, ' %')}; ` +
      `the camera's own frames were at most ${all(({ cameraLateMs }) => cameraLateMs, ' ms')} late.`,
  );
}

type Figure = (time: Round['processor']) => number;

const worstOf = (rounds: readonly Round[], figure: Figure): number =>
  Math.max(...rounds.map(({ processor }) => figure(processor)));

function processorRow(what: string, ours: readonly Round[], peer: readonly Round[], figure: Figure): Row {
  const text = (rounds: readonly Round[]): string =>
    `${rounds.map(({ processor }) => figure(processor).toFixed(3)).join(' / ')} s`;
  const ratio = worstOf(ours, figure) / worstOf(peer, figure);
  return { what, ours: text(ours), peer: text(peer), ...(Number.isFinite(ratio) && { ratio }) };
}
