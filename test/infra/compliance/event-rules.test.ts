import { describe, expect, it } from 'vitest';
import { eventRules } from '#infra/agreed/event-rules.ts';
import type { BusEvent } from '#infra/agreed/event.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import { LOCAL_QUEUES } from '#infra/local/transcoder/transcoder.ts';
import { EventBridgeClient, TestEventPatternCommand } from '@aws-sdk/client-eventbridge';
import { matches, type EventPattern } from '#infra/agreed/event-pattern.ts';
import { isOnAws } from '#test/support/stand-ins/aws/target.ts';
import { triedRegion } from '#test/support/stand-ins/aws/on-aws.ts';

const UPLOADS = 'fanfare-uploads';
const RECORDINGS = 'fanfare-recordings';
const rules = eventRules({
  ...LOCAL_QUEUES,
  uploadsBucket: UPLOADS,
  recordingsBucket: RECORDINGS,
  mailConfigurationSet: 'fanfare',
});

const EVENT: BusEvent = {
  version: '0',
  id: '1',
  account: LOCAL_ACCOUNT,
  region: LOCAL_REGION,
  time: '2026-11-20T10:00:00Z',
  source: 'aws.ivs',
  'detail-type': 'IVS Stream State Change',
  resources: ['arn:aws:ivs:us-east-1:000000000000:channel/abc'],
  detail: { event_name: 'Stream Start', channel_name: 'ADA', stream_id: 'st-1' },
};

describe('an event pattern', () => {
  it('matches all its fields or nothing', async () => {
    expect(await matchesRule(rules.StreamState, EVENT)).toBe(true);
    expect(await matchesRule(rules.StreamState, { ...EVENT, source: 'fanfare' })).toBe(false);
    expect(await matchesRule(rules.StreamState, { ...EVENT, 'detail-type': 'Another' })).toBe(false);
  });

  it('matches a non-empty text or one of a list, but no missing field', async () => {
    const rule = { ...rules.StreamState, detail: { object: { key: [{ wildcard: 'a/*.x' }, 'b'] } } };
    const each = (details: readonly Record<string, unknown>[]) =>
      Promise.all(details.map((detail) => matchesRule(rule, { ...EVENT, detail })));
    const withKeys = (keys: readonly unknown[]) => each(keys.map((key) => ({ object: { key } })));
    expect(await withKeys(['a/.x', 'a/b/c.x', 'b', ['c', 'a/b.x']])).toEqual([true, true, true, true]);
    const others = ['a/b', 'b/', 'xa/.x', 'a/bxx', 'a/b.xy', '', 1, null, [], {}, undefined];
    expect(await withKeys(others)).not.toContain(true);
    expect(await each([{}, { object: 'a/' }, { object: null }])).not.toContain(true);
  });

  it('matches a suffix', async () => {
    const stored = (key: string, name = RECORDINGS) =>
      matchesRule(rules.RecordingStored, {
        ...EVENT,
        source: 'aws.s3',
        'detail-type': 'Object Created',
        resources: [`arn:aws:s3:::${name}`],
        detail: { version: '0', bucket: { name }, object: { key, size: 5 }, reason: 'PutObject' },
      });
    const folder = 'ivs/v1/0/a/2026/1/2/3/4/b/events';
    expect(await stored(`${folder}/recording-ended.json`)).toBe(true);
    expect(await stored(`${folder}/recording-started.json`)).toBe(false);
    expect(await stored(`${folder}/recording-ended.json`, UPLOADS)).toBe(false);
  });
});

/** Returns whether a rule with this pattern matches the event, by the stand-in or by EventBridge's TestEventPattern. */
async function matchesRule(pattern: EventPattern, event: BusEvent): Promise<boolean> {
  if (!isOnAws) return matches(pattern, event);
  const [EventPattern, Event] = [JSON.stringify(pattern), JSON.stringify(event)];
  const client = new EventBridgeClient({ region: triedRegion() });
  const { Result } = await client.send(new TestEventPatternCommand({ EventPattern, Event }));
  return Result === true;
}
