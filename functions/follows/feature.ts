import type { FeatureContext } from '#functions/http/context.ts';
import { followsRepository } from './follows.repository.ts';
import { followsApp } from './follows.routes.ts';

export const feature = ({ table, clock }: FeatureContext) =>
  followsApp({ follows: followsRepository(table), clock });
