import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError, expectSuccess } from '../../../support/api/contract-checks.ts';
import { startLocalApi, type LocalApi, type TestUser } from '../../../support/api/local-api.ts';

let site: LocalApi;
let ada: TestUser;

beforeAll(async () => {
  site = await startLocalApi();
});
afterAll(() => site.close());
beforeEach(async () => {
  ada = await site.aUser();
});

const UNKNOWN_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

describe('a chat room', () => {
  it('lets everybody write by default', async () => {
    const answer = await site.api('GET', `/rooms/${ada.id}`);
    expect(expectSuccess('GET /rooms/{id}', answer)).toEqual({
      slow_mode_s: 0,
      followers_only: false,
      links_allowed: true,
      pinned: null,
      moderators: [],
    });
    expect(answer.headers.get('cache-control')).toContain('s-maxage=1');
  });

  it('belongs to a channel', async () => {
    expect(expectError(await site.api('GET', `/rooms/${UNKNOWN_ID}`), 'not_found')).toBe('Channel not found');
    expectError(await site.api('GET', '/rooms/not-an-id'), 'invalid_request');
  });
});
