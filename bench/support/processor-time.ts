import { readdirSync, readFileSync } from 'node:fs';

/** Processor time in seconds of a program and all of its descendants, including ended ones. */
export interface ProcessorTime {
  readonly allS: number;
  /** Of these, ffmpeg's; for the site including the shells and probes around it, because they end together. */
  readonly ffmpegS: number;
}

/** Linux reports hundredths of a second to every reader (`USER_HZ`). */
const TICKS_PER_SECOND = 100;

interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  readonly program: string;
  readonly ownTicks: number;
  /** Of children that have ended. */
  readonly endedTicks: number;
}

/** Reads `/proc` (proc(5)), so it only works on Linux. */
export function processorTime(pid: number): ProcessorTime {
  const times = timesBelow(pid, readProcesses());
  const sum = (figure: (times: ProcessTimes) => number): number =>
    times.reduce((total, process) => total + figure(process), 0) / TICKS_PER_SECOND;
  return {
    allS: sum(({ ownTicks, endedTicks }) => ownTicks + endedTicks),
    ffmpegS: sum(({ program, ownTicks, endedTicks }) => endedTicks + (isFfmpeg(program) ? ownTicks : 0)),
  };
}

/** Processor time in seconds of all processors since the machine started, for all programs. */
export function machineTime(): { readonly busyS: number; readonly idleS: number } {
  const [, line = ''] = /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8')) ?? [];
  // proc(5): user, nice, system, idle, iowait, irq, softirq, steal.
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, ...interrupts] = line.split(' ').map(Number);
  const [hard = 0, soft = 0] = interrupts;
  return {
    busyS: (user + nice + system + hard + soft) / TICKS_PER_SECOND,
    idleS: (idle + waiting) / TICKS_PER_SECOND,
  };
}

const isFfmpeg = (program: string): boolean => program === 'ffmpeg' || program === 'sh';

const timesBelow = (pid: number, all: readonly ProcessTimes[]): ProcessTimes[] => [
  ...all.filter((process) => process.pid === pid),
  ...all.filter(({ parent }) => parent === pid).flatMap((child) => timesBelow(child.pid, all)),
];

const readProcesses = (): ProcessTimes[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess);

function readProcess(name: string): ProcessTimes[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The program's name is in parentheses and may contain any character.
    const nameEnd = stat.lastIndexOf(')');
    const [, parent, ...rest] = stat
      .slice(nameEnd + 2)
      .split(' ')
      .map(Number);
    // Fields 14 to 17; `rest` starts with the fifth.
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = rest.slice(9);
    const program = stat.slice(stat.indexOf('(') + 1, nameEnd);
    return [
      {
        pid: Number(name),
        parent: parent ?? 0,
        program,
        ownTicks: user + system,
        endedTicks: endedUser + endedSystem,
      },
    ];
  } catch {
    // It has just ended; its parent has its times by now.
    return [];
  }
}
