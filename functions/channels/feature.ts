import { sealedCursors } from '#functions/aws/table/cursor.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { channelsApp } from './channels.routes.ts';
import { channelsRepository } from './table/channels.repository.ts';

export const feature = ({ table, environment }: FeatureContext<'PASS_KEYS'>) =>
  channelsApp({ channels: channelsRepository(table, sealedCursors(environment.PASS_KEYS)) });
