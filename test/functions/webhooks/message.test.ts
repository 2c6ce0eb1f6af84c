import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { bodyOf } from '#functions/webhooks/sending/message.ts';
import { nextAttemptMs } from '#functions/webhooks/sending/retries.ts';
import { newSecret, signedHeaders } from '#functions/webhooks/sending/signature.ts';
import { DAY_MS, HOUR_MS } from '#shared/plain/time.ts';

const CHANNEL = { id: '1', username: 'ada', display_name: '@everyone', url: '/channel/ada' };
const DATA = {
  channel: CHANNEL,
  title: 'A quiet evening',
  category: 'Box Fans',
  tags: ['calm'],
  picture: '/media/a.jpg',
};
const STARTED = {
  type: 'stream.started',
  at: '2026-11-30T20:00:00.000Z',
  data: JSON.stringify(DATA),
} as const;

describe('a signed message', () => {
  it('is accepted by the reference implementation, and not with another secret or body', () => {
    const [secret, other] = [newSecret(), newSecret()];
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const headers = signedHeaders(secret, 'msg', '{"a":"ü"}', Date.now());
    expect(new Webhook(secret).verify('{"a":"ü"}', headers)).toEqual({ a: 'ü' });
    expect(() => new Webhook(other).verify('{"a":"ü"}', headers)).toThrow('No matching signature');
    expect(() => new Webhook(secret).verify('{"a":"u"}', headers)).toThrow('No matching signature');
  });
});

describe('the body', () => {
  it('has a version, and complete addresses', () => {
    expect(JSON.parse(bodyOf('standard', STARTED, 'https://fans.example'))).toEqual({
      version: 1,
      type: 'stream.started',
      timestamp: STARTED.at,
      data: {
        ...DATA,
        channel: { ...CHANNEL, url: 'https://fans.example/channel/ada' },
        picture: 'https://fans.example/media/a.jpg',
      },
    });
  });

  it('has no address where there is no picture', () => {
    const event = { ...STARTED, data: JSON.stringify({ ...DATA, picture: '' }) };
    expect(JSON.parse(bodyOf('standard', event, 'https://fans.example'))).toMatchObject({
      data: { picture: null },
    });
  });

  it('for Discord is an embed with title, category, picture and link, which mentions no one', () => {
    expect(JSON.parse(bodyOf('discord', STARTED, 'https://fans.example'))).toEqual({
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: 'A quiet evening',
          url: 'https://fans.example/channel/ada',
          author: { name: '@everyone', url: 'https://fans.example/channel/ada' },
          timestamp: STARTED.at,
          fields: [{ name: 'Category', value: 'Box Fans', inline: true }],
          image: { url: 'https://fans.example/media/a.jpg' },
        },
      ],
    });
  });
});

describe('the next attempt', () => {
  it('comes later after each failure, and for the last time a day after the first', () => {
    const times = [0];
    for (let failures = 1; ; failures += 1) {
      const next = nextAttemptMs({ failures, sinceMs: 0 }, times.at(-1)!, 0);
      if (next === null) break;
      times.push(next);
    }
    expect(times.slice(0, 4)).toEqual([0, 5_000, 35_000, 155_000]);
    expect(times.at(-1)).toBe(DAY_MS);
    expect(times.length).toBeLessThan(20);
    const gaps = times.slice(1, -1).map((time, index) => time - times[index]!);
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
    expect(Math.max(...gaps)).toBe(4 * HOUR_MS);
  });

  it('is spread over a fifth of the delay', () => {
    expect(nextAttemptMs({ failures: 1, sinceMs: 0 }, 0, 1)).toBe(6_000);
  });
});
