/** Empties a reported profile, and restores it, in one transaction with the decision itself. */
import { CATEGORIES, categoryIdOf } from '#shared/plain/category-list.ts';
import { EDITED_FIELDS, EMPTY_PROFILE } from '#shared/channels/profile-fields.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { assignment } from '#functions/aws/table/write-items.ts';
import { accountKey, changeChannel, type ChannelItem, nameClaims } from '#functions/channels/index.ts';
import { denialKeys, denialWrites, pictureKey } from '#functions/denied-media/index.ts';
import { restoreRules, withdrawRules } from '#functions/chat/index.ts';
import type { PlanRecord } from '#functions/schedules/index.ts';
import type { Case } from '../cases/case.ts';

/** Other writes of the decision; an undo restores `removed`. */
export type WithEffects = (removed?: Case['removed']) => readonly Write[];

/** Loaded with the first such decision, because schedules bring their calendar code. */
const schedules = () => import('#functions/schedules/index.ts');

/** Others are in the owner's words. */
const isOfSite = (game: string): boolean => CATEGORIES.some(({ id }) => id === categoryIdOf(game));

function profileOf(channel: ChannelItem) {
  // Channels of an earlier version lack attributes.
  const whole = { ...EMPTY_PROFILE, links: [], ...channel };
  return Object.fromEntries(EDITED_FIELDS.map((name) => [name, whole[name]]));
}

const blank = ({ username, game }: ChannelItem) => ({
  ...EMPTY_PROFILE,
  tags: [],
  links: [],
  game: isOfSite(game) ? game : '',
  display_name: username,
});

/** The display name becomes the username, also in the account; the plans of broadcasts and the chat's rules go with the texts. */
export async function blankProfile(table: Table, id: string, withEffects: WithEffects) {
  const { claimNextName } = await nameClaims();
  const { withdrawSchedule } = await schedules();
  const { plans, writes } = await withdrawSchedule(table, id);
  const { rules, writes: rulesWrites } = await withdrawRules(table, id);
  return changeChannel(
    table,
    id,
    (channel) => ({ ...blank(channel), looks: claimNextName(table, channel, channel.username).looks }),
    (before) => {
      const name = { display_name: before.username };
      const Update = assignment(table, accountKey(id), name, { if: 'attribute_exists(pk)' });
      return [
        ...withEffects({
          ...profileOf(before),
          ...(plans.length > 0 && { plans }),
          ...(rules && { rules }),
        }),
        ...writes,
        ...rulesWrites,
        ...claimNextName(table, before, before.username).writes,
        { Update },
        ...pictureWrites(table, before, true),
      ];
    },
  );
}

/** Keeps texts and plans that the owner has written since. */
export async function restoreProfile(
  table: Table,
  id: string,
  removed: Case['removed'],
  nowMs: number,
  withEffects: WithEffects,
) {
  const plans = (removed?.['plans'] ?? []) as readonly PlanRecord[];
  const { restoreSchedule } = await schedules();
  const writes = [
    ...(await restoreSchedule(table, id, plans, nowMs)),
    ...(await restoreRules(table, id, removed?.['rules'])),
  ];
  const fields = (channel: ChannelItem) => restoredFields(channel, removed);
  const pictures = pictureWrites(table, { id, ...removed }, false);
  return changeChannel(table, id, fields, () => [...withEffects(), ...writes, ...pictures]);
}

type Pictures = Pick<ChannelItem, 'id'> & Partial<Pick<ChannelItem, 'avatar' | 'thumbnail_url'>>;

const pictureWrites = (table: Table, { id, avatar, thumbnail_url }: Pictures, isDenied: boolean): Write[] =>
  denialWrites(table, denialKeys.profile(id), {
    keys: [avatar, thumbnail_url].flatMap(pictureKey),
    isDenied,
    nowMs: Date.now(),
  });

/** Keeps the display name, because another person may have taken the old one. */
const restoredFields = (channel: ChannelItem, removed: Case['removed'] = {}): Partial<ChannelItem> =>
  Object.fromEntries(
    Object.entries(profileOf(channel))
      .filter(([name, value]) => name !== 'display_name' && value.length === 0)
      .map(([name, value]) => [name, removed[name] ?? value]),
  );
