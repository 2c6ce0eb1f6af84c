import { expect, it } from 'vitest';
import { budgetsOf, rateCounterOf } from '#functions/limits/limits.adapters.ts';
import { localApi } from '#test/support/api/local-api.ts';

const site = await localApi();

it('the operator’s budgets of the site replace ours, and the others stay', async () => {
  const { id: channelId } = await site.aUser();
  const budgets = budgetsOf(site.table, { LIMITS: 'cloud', SITE_BUDGETS: '{"clips":3}' });
  const charge = (amount: number) => ({ channelId, itemId: 'CLIPS', amount });
  await budgets.take('clips', charge(1));
  await expect(budgets.take('clips', charge(4))).rejects.toMatchObject({ message: 'site_day_limit' });
  await budgets.take('files', charge(4));
});

it('the operator’s rates of an address replace ours, and the others stay', async () => {
  const rates = rateCounterOf(site.table, { LIMITS: 'cloud', ADDRESS_RATES: '{"sign-up":1}' });
  await rates.count('sign-up', '192.0.2.1');
  await expect(rates.count('sign-up', '192.0.2.1')).rejects.toMatchObject({ message: 'many_accounts' });
  await rates.count('log-in', '192.0.2.1');
  await rates.count('log-in', '192.0.2.1');
});
