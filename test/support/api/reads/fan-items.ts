import type { Table } from '#functions/aws/table/table.ts';
import { modelKeyOf, modelPathOf } from '#functions/fans/fan.ts';
import { fanCountKey, linkKey, linkPartition } from '#functions/fans/fan.item.ts';
import { showingsRepository } from '#functions/fans/table/showings.repository.ts';
import { fanEntries, fanItem } from '#functions/fans/table/fan.writes.ts';
import type { Fan } from '#shared/channels/fans.ts';
import { MAX_VISIBLE_FANS } from '#shared/plain/fans/fan-limits.ts';

/** More than a request looks at, on the smallest site too. */
const LEAST = 600;
const JOINED_MS = Date.UTC(2026, 10, 20);

export const fanIdOf = (index: number): string => `01KF${String(index).padStart(22, '0')}`;

/** All of one model. What takes little is loud, and what is quiet takes much: none is quiet and takes little. */
export function aFan(index: number, channel_id: string): Fan {
  const isLoud = index % 2 === 0;
  const names = { maker: 'Northwind', model: 'Breeze Desk' };
  return {
    id: fanIdOf(index),
    channel_id,
    ...names,
    model_path: modelPathOf(names),
    kind: 'Table Fans',
    year: 1950 + (index % 70),
    blades: 3 + (index % 4),
    diameter_cm: 20 + (index % 30),
    watts: isLoud ? 20 + (index % 10) : 60 + (index % 10),
    air_flow_m3h: 1000 + (index % 500),
    noise_dba: isLoud ? 60 + (index % 10) : 30 + (index % 10),
    speeds: 3,
    motor: 'Shaded pole',
    picture_urls: [],
    repairs: [{ on: '2026-10-01', text: 'New bearings, and a drop of oil.' }],
    added_at: new Date(JOINED_MS + index).toISOString(),
  };
}

/** The fans of a site of so many channels: one in four is the first one's, the others are those of fifty. */
const fansOf = (channelIds: readonly string[]): Fan[] =>
  Array.from({ length: LEAST + channelIds.length / 4 }, (_, index) =>
    aFan(index, channelIds[index % 4 === 0 ? 0 : index % 50]!),
  );

/** With all that leads to them; the first hundred stand on their channels' streams. */
export function* fanItems(channelIds: readonly string[]): Generator<object> {
  for (const [index, fan] of fansOf(channelIds).entries()) {
    yield fanItem(fan, 1);
    yield* fanEntries(fan);
    if (index >= 100) continue;
    const { id, channel_id } = fan;
    const gsi1pk = linkPartition('channel', modelKeyOf(fan));
    yield { ...linkKey(id, { kind: 'channel', id: channel_id }), gsi1pk, gsi1sk: `${channel_id}#${id}` };
  }
  yield { ...fanCountKey(channelIds[0]!), total: 200 };
}

/** Has the stream and videos of the first channel show as many of its fans as they can. */
export async function showFansIn(
  table: Table,
  channelIds: readonly string[],
  videoIds: readonly string[],
): Promise<void> {
  const [owner = ''] = channelIds;
  const fans = fansOf(channelIds).filter(({ channel_id }) => channel_id === owner);
  const showings = [
    { kind: 'channel', id: owner } as const,
    ...videoIds.map((id) => ({ kind: 'video', id }) as const),
  ];
  const nothing = { fanIds: [], version: 0 };
  for (const showing of showings)
    await showingsRepository(table).replace(showing, owner, nothing, fans.slice(0, MAX_VISIBLE_FANS));
}
