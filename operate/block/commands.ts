import { parseArgs } from 'node:util';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/plain/time.ts';
import { block, listBlocks, unblock, type Block } from './ip-set.ts';
import { networkOf, type Network } from './network.ts';
import { blockedSets } from './sets.ts';
import type { Waf } from './waf.ts';

/** For the usage of `npm run admin`. These commands need no table. */
export const BLOCK_USAGE = [
  'npm run block -- ADDRESS [--for 24h] [--stage prod]',
  'npm run block -- [--stage prod]',
  'npm run unblock -- ADDRESS [--stage prod]',
];

const UNITS_MS = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const;

interface BlockCommand {
  readonly waf: Waf;
  /** The site's region. */
  readonly region: string;
  readonly args: readonly string[];
  readonly nowMs: number;
}

/** Blocks an address or network, or lists the blocks if none is given. Returns a sentence for each. */
export async function blockCommand({ waf, region, args, nowMs }: BlockCommand): Promise<string> {
  const options = { for: { type: 'string' }, stage: { type: 'string', default: 'dev' } } as const;
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
  const network = onlyNetwork(positionals);
  const untilMs = values.for === undefined ? undefined : nowMs + durationMs(values.for);
  const sets = await blockedSets(waf, values.stage, region);
  if (network) {
    await block(waf, sets[network.version], { network: network.text, untilMs });
    return sentence({ network: network.text, untilMs });
  }
  const blocks = [...(await listBlocks(waf, sets.IPV4)), ...(await listBlocks(waf, sets.IPV6))];
  return blocks.length > 0 ? blocks.map(sentence).join('\n') : 'Nothing is blocked.';
}

/** Unblocks an address or network in the format of `npm run block`'s list. */
export async function unblockCommand({ waf, region, args }: Omit<BlockCommand, 'nowMs'>): Promise<string> {
  const options = { stage: { type: 'string', default: 'dev' } } as const;
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
  const network = onlyNetwork(positionals);
  if (!network) throw new Error(`usage: ${BLOCK_USAGE.at(-1)}`);
  const sets = await blockedSets(waf, values.stage, region);
  if (await unblock(waf, sets[network.version], network.text))
    return `${network.text} is not blocked any more.`;
  throw new Error(`${network.text} is not blocked; \`npm run block\` lists the blocks.`);
}

function onlyNetwork(positionals: readonly string[]): Network | undefined {
  if (positionals.length > 1) throw new Error(`usage:\n  ${BLOCK_USAGE.join('\n  ')}`);
  return positionals[0] === undefined ? undefined : networkOf(positionals[0]);
}

function durationMs(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (Number(count) > 0) return Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
  throw new Error(`--for ${text} is not a duration such as 30m, 24h or 7d.`);
}

const sentence = ({ network, untilMs }: Block): string =>
  `${network} is blocked ${untilMs === undefined ? 'until it is unblocked' : `until ${new Date(untilMs).toISOString()}`}.`;
