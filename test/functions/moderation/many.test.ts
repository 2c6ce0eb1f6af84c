/** Lists that are longer than a page. */
import { expect, it } from 'vitest';
import { putItem } from '#functions/aws/table/write-items.ts';
import type { Case } from '#functions/moderation/cases/case.ts';
import { reportKey } from '#functions/moderation/cases/case.item.ts';
import { casesRepository } from '#functions/moderation/cases/cases.repository.ts';
import { subjectPartition } from '#functions/moderation/transparency/log.item.ts';
import { listActsAbout } from '#functions/moderation/transparency/person-acts.repository.ts';
import { localTable } from '#test/support/stand-ins/local-table.ts';

const table = await localTable();

const MANY = Array.from({ length: 60 }, (_, index) => String(index).padStart(3, '0'));

it('a case shows the reports of its round, however many it had before', async () => {
  const report = (who: string, round: number) =>
    putItem(table, { ...reportKey('channel.ada', who), at: `2026-11-0${round}T00:00:00.${who}Z`, round });
  await Promise.all(MANY.map((who) => report(who, 1)));
  await report('999', 2);
  const { reportsOf } = casesRepository(table);
  const inRound = async (round: number) =>
    (await reportsOf({ id: 'channel.ada', round } as Case)).map(({ at }) => at.slice(-4, -1));
  expect(await inRound(2)).toEqual(['999']);
  expect(await inRound(1)).toEqual(MANY.slice(-50).toReversed());
});

it('the acts about a person are listed whole', async () => {
  await Promise.all(
    MANY.map((number) => putItem(table, { pk: subjectPartition('ada'), sk: number, act: 'lift' })),
  );
  expect(await listActsAbout(table, 'ada')).toHaveLength(MANY.length);
});
