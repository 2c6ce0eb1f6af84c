import { visibleClipFinder } from '#functions/clips/table/clips-around.repository.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { casesRepository } from '../cases/cases.repository.ts';
import { peopleRepository } from '../people.repository.ts';
import { reportedItemFinder } from './reported-items.repository.ts';
import { reportsApp } from './reports.routes.ts';

export const feature = ({ table, rates, clock }: FeatureContext) =>
  reportsApp({
    cases: casesRepository(table),
    people: peopleRepository(table, clock),
    findItem: reportedItemFinder(table, clock, visibleClipFinder(table)),
    rates,
    clock,
  });
