import { describe, expect, it } from 'vitest';
import { personTopic } from '#shared/plain/topics.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { listenToTopic } from '#test/support/stand-ins/channel-listener.ts';

const site = await localApi({ realtime: true });
const [ada, ben] = [await site.aUser(), await site.aUser()];

const passTo = async (id: string, token?: string): Promise<string> =>
  expectSuccess('POST /passes/{kind}/{id}', await site.api('POST', `/passes/channel/${id}`, { token })).pass;
const listen = (topic: string, pass: string) => listenToTopic(site.realtime!, topic, pass);
const write = (message: string) =>
  site.api('POST', `/chat/${ben.id}`, { token: ben.token, body: { message } });

describe('a mention', () => {
  it('reaches the open pages of the person at once, without what was written', async () => {
    const pages = await Promise.all(
      [1, 2].map(async () => listen(personTopic(ada.id), await passTo(ada.id, ada.token))),
    );
    await write('No name is in this');
    await write(`What a fan, @${ada.username}! And @missing_person?`);
    for (const page of pages) {
      const { type, event } = await page.next();
      expect([type, JSON.parse(String(event))]).toEqual(['data', { events: [{ type: 'news' }] }]);
    }
  });
});

describe('the topic of a person', () => {
  it('is refused to others, signed in or not', async () => {
    const passes = [await passTo(ada.id, ben.token), await passTo(ada.id), await passTo(ben.id, ben.token)];
    for (const pass of passes)
      await expect(listen(personTopic(ada.id), pass)).rejects.toThrow('The subscription was refused');
  });
});
