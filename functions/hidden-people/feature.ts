import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { hiddenPeopleRepository } from './hidden-people.repository.ts';
import { hiddenPeopleApp } from './hidden-people.routes.ts';

export const feature = ({ table }: FeatureContext) =>
  hiddenPeopleApp({ hidden: hiddenPeopleRepository(table), channels: channelsRepository(table) });
