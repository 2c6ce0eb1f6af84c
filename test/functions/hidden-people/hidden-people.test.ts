import { expect, test } from 'vitest';
import { hidePerson } from '#functions/hidden-people/hidden-people.service.ts';
import { MAX_HIDDEN_PEOPLE } from '#shared/limits.ts';

const personAt = (at: number) => ({ id: `${at}`, username: `fan-${at}` });

/** Hides person number `at` for a user who has already hidden the first `hiddenCount` people. Returns the ids that are added. */
async function hide(at: number, hiddenCount: number): Promise<readonly string[]> {
  const added: string[] = [];
  const hidden = {
    list: async () => Array.from({ length: hiddenCount }, (_, place) => personAt(place)),
    add: async (_: string, { id }: { readonly id: string }) => void added.push(id),
    remove: async () => {},
  };
  await hidePerson({ hidden, channels: { findByUsername: async () => personAt(at) } }, 'ada', `fan-${at}`);
  return added;
}

test('one may hide a certain number of people, and repeat it for each of them', async () => {
  expect(await hide(MAX_HIDDEN_PEOPLE - 1, MAX_HIDDEN_PEOPLE - 1)).toEqual([`${MAX_HIDDEN_PEOPLE - 1}`]);
  expect(await hide(1, MAX_HIDDEN_PEOPLE)).toEqual(['1']);
  await expect(hide(MAX_HIDDEN_PEOPLE, MAX_HIDDEN_PEOPLE)).rejects.toMatchObject({ code: 'conflict' });
});
