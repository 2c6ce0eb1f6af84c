/** What docs/scale.md says in numbers: its tables, each between `<!-- name -->` and `<!-- /name -->`. Pure. */
import { dollarsOf, PRICES_OF, type Amounts } from '#functions/costs/prices.ts';
import { chatDollars } from './chat.ts';
import { broadcasterAmounts, originAmounts, times, type BroadcastKind, type Counts } from './counts.ts';
import { publishIntervalMs } from '#functions/realtime/publish-interval.ts';
import { HOUR_S } from '#shared/plain/time.ts';
import { limitsOf, limitsOfAccounts, type Limit } from './first-limits.ts';
import { idleDollars, idleMonth } from './idle-month.ts';
import { API_RATES } from './api-rates.ts';
import { DENIED_ITEM_BYTES, KEY_VALUE_STORE_BYTES, QUOTAS_OF, STAGE_QUOTAS } from './quotas.ts';
import { HOURS_A_MONTH, scaleOf, SIZES, VIEWERS_A_CHANNEL, WAYS, type Way } from './scale.ts';

const WAY_NAMES: Readonly<Record<Way, string>> = {
  direct: 'camera, direct',
  compatible: 'camera, compatible',
  software: 'OBS, through IVS',
  video: 'videos',
};

/** Replaces the tables of the document's text. Throws where it lacks one. */
export function withTables(text: string, counts: Counts): string {
  return Object.entries(tablesOf(counts)).reduce((document, [name, table]) => {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const [from, to] = [document.indexOf(begin), document.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`docs/scale.md has no place for '${name}'`);
    return `${document.slice(0, from + begin.length)}\n${table}\n${document.slice(to)}`;
  }, text);
}

const tablesOf = (counts: Counts): Readonly<Record<string, string>> => ({
  dates: `Counted on ${counts.date}; prices of ${PRICES_OF}, quotas of ${QUOTAS_OF}.`,
  sizes: table(
    ['', ...SIZES.map((viewers) => `${whole(viewers)} viewers`)],
    WAYS.map((way) => [
      WAY_NAMES[way],
      ...SIZES.map((viewers) => {
        const { dollarsAnHour } = scaleOf(counts, way, viewers);
        const month = money(dollarsAnHour * HOURS_A_MONTH);
        return `${money(dollarsAnHour)} an hour, ${month} a month, ${(dollarsAnHour / viewers).toFixed(3)} a viewer`;
      }),
    ]),
  ),
  services: table(
    ['of 10,000 viewers', 'an hour by service, the dearest first'],
    WAYS.map((way) => [
      WAY_NAMES[way],
      scaleOf(counts, way, 10_000)
        .services.filter(([, dollars]) => dollars >= 0.5)
        .map(([service, dollars]) => `${service} ${money(dollars)}`)
        .join(', '),
    ]),
  ),
  quotas: table(
    ['', 'quota of a new account', 'used up at', 'AWS gives more'],
    WAYS.flatMap((way) =>
      scaleOf(counts, way, SIZES[2])
        .bites.filter(({ ratio }) => ratio >= 1)
        .map(({ quota, atViewers }) => [
          WAY_NAMES[way],
          `${quota.name}: ${whole(quota.most)}`,
          `${whole(Number(atViewers.toPrecision(2)))} viewers`,
          quota.isAdjustable ? 'to who asks' : 'no',
        ]),
    ),
  ),
  stages: table(
    ['quota of an account', 'in all', 'a stage takes'],
    [
      ...STAGE_QUOTAS.map(({ name, most, stage }) => [name, whole(most), whole(stage)]),
      [
        'CloudFront: bytes of a KeyValueStore (no more)',
        whole(KEY_VALUE_STORE_BYTES),
        `${DENIED_ITEM_BYTES} for each suspended channel or removed item: ${whole(Math.floor(KEY_VALUE_STORE_BYTES / DENIED_ITEM_BYTES))} of them`,
      ],
    ],
  ),
  rates: table(
    ['service', 'calls', 'a second', 'at once', 'AWS gives more', 'source'],
    API_RATES.map(({ service, operations, perSecond, burst, isEach, isAdjustable, source }) => [
      service,
      `${operations.join(', ')}${operations.length === 1 ? '' : isEach ? ' (each)' : ' (together)'}`,
      whole(perSecond),
      whole(burst),
      isAdjustable ? 'to who asks' : 'no',
      source,
    ]),
  ),
  ask: table(
    ['before', 'ask for'],
    SIZES.map((viewers) => {
      const needed = new Map<string, number>();
      for (const { bites } of WAYS.map((way) => scaleOf(counts, way, viewers)))
        for (const { quota, ratio } of bites)
          if (quota.isAdjustable && ratio >= NEAR)
            needed.set(quota.name, Math.max(needed.get(quota.name) ?? 0, ratio * quota.most * SPARE));
      const asked = [...needed].map(([name, amount]) => `${name}: ${whole(Number(amount.toPrecision(2)))}`);
      return [`${whole(viewers)} viewers`, asked.join('<br>') || 'nothing more'];
    }),
  ),
  first: table(
    ['with the defaults', 'first', 'second', 'third'],
    [
      ...(['direct', 'software', 'compatible'] as const).map((way) => [
        `10,000 viewers of 100 channels, ${WAY_NAMES[way]}`,
        ...limitsOf(counts, way, 10_000).map(limitWords),
      ]),
      ...(['direct', 'software'] as const).map((way) => [
        `1,000 broadcasters with ten viewers each, ${WAY_NAMES[way]}`,
        ...limitsOf(counts, way, 10_000, 1000).map(limitWords),
      ]),
      ['a million accounts', ...limitsOfAccounts(1_000_000).map(limitWords)],
    ].map((row) => row.slice(0, 1 + FIRST)),
  ),
  parts: table(
    [
      'an hour of',
      'a broadcast, for any number of viewers',
      'what one cache of the CDN asks for',
      'each viewer',
    ],
    [
      ...Object.entries(counts.broadcasts).map(([kind, counted]) => [
        WAY_NAMES[kind as BroadcastKind],
        ...[
          broadcasterAmounts(kind as BroadcastKind, counted),
          originAmounts(counted.origin, 1, VIEWERS_A_CHANNEL),
          counted.viewer,
        ].map(exact),
      ]),
      [
        'videos (720p, made once and kept for a month)',
        ...[counts.video.hour, counts.video.origin, counts.video.viewer].map(exact),
      ],
    ],
  ),
  chat: table(
    [
      'viewers of one channel',
      'published at most every',
      ...CHATS.map(([what]) => `${what}, dollars an hour`),
    ],
    CHAT_VIEWERS.map((viewers) => [
      whole(viewers),
      `${publishIntervalMs(viewers) / 1000} s`,
      ...CHATS.map(([, perSecond]) => money(chatDollars(perSecond * HOUR_S, viewers))),
    ]),
  ),
  actions: table(
    [`a thousand, counted on ${counts.actions.date}`, 'dollars', 'units written by one', 'units read by one'],
    Object.entries(counts.actions.each).map(([name, one]) => [
      name,
      exact(times(one, 1000)),
      ...[one.tableWriteUnit, one.tableReadUnit].map((units = 0) => units.toFixed(1)),
    ]),
  ),
  idle: idleTable(counts.idle),
});

const CHAT_VIEWERS = [100, 1000, 5000, 10_000, 100_000];
const CHATS = [
  ['a message in ten seconds', 0.1],
  ['one a second', 1],
  ['ten a second', 10],
] as const;

/** Limits named for each size. */
const FIRST = 3;

const limitWords = ({ name, alarm, ratio }: Limit): string =>
  `${name}: ${Math.round(100 * ratio)} % (${alarm === '' ? 'no alarm' : `\`${alarm}\``})`;

/** Of a quota, from when on more is asked for; and how much more than is needed. */
const NEAR = 0.7;
const SPARE = 1.5;

function idleTable(idle: Amounts): string {
  const rows = idleMonth(idle);
  return table(
    ['service', 'what', 'dollars a month'],
    [
      ...rows.map(({ service, what, dollars }) => [service, what, dollars.toFixed(2)]),
      ['**together**', '', `**${idleDollars(rows).toFixed(2)}**`],
    ],
  );
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const whole = (count: number): string => Math.ceil(count).toLocaleString('en-GB');
const money = (dollars: number): string => `$${dollars < 100 ? dollars.toFixed(2) : whole(dollars)}`;
const exact = (amounts: Amounts): string => `$${dollarsOf(amounts).toFixed(4)}`;
