import type { FeatureContext } from '#functions/http/context.ts';
import { channelsApp } from './channels.routes.ts';
import { channelsRepository } from './table/channels.repository.ts';

export const feature = ({ table }: FeatureContext) => channelsApp({ channels: channelsRepository(table) });
