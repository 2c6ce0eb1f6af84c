import type { FeatureContext } from '#functions/http/context.ts';
import { logRepository } from './log.repository.ts';
import { transparencyApp } from './transparency.routes.ts';

export const feature = ({ table }: FeatureContext) => transparencyApp({ log: logRepository(table) });
