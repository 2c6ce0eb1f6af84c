import { expect, test } from 'vitest';
import { eventRules } from '#infra/agreed/event-rules.ts';
import { logicalId, resources } from '#test/support/site/stack/site-queries.ts';
import { synthesizeSite } from '#test/support/site/stack/site.ts';

const site = synthesizeSite();
const rules = resources<object>(site, 'AWS::Events::Rule');

/** What has its name when it is made. */
const made: Readonly<Record<string, object>> = {
  UPLOADS: { Ref: logicalId(site.stack, 'Storage/Uploads') },
  RECORDINGS: { Ref: logicalId(site.stack, 'LiveChannels/Recordings') },
  VIDEOS: { 'Fn::GetAtt': [logicalId(site.stack, 'Transcoder/Videos'), 'Arn'] },
  WINDOWS: { 'Fn::GetAtt': [logicalId(site.stack, 'Transcoder/Windows'), 'Arn'] },
};
const known = eventRules({
  uploadsBucket: 'UPLOADS',
  recordingsBucket: 'RECORDINGS',
  videosQueueArn: 'VIDEOS',
  windowsQueueArn: 'WINDOWS',
  mailConfigurationSet: 'Fanfare',
});
const asDeployed = (pattern: object): unknown =>
  JSON.parse(
    JSON.stringify(pattern, (_, value: unknown) => (typeof value === 'string' && made[value]) || value),
  );

const { ChunkStored, ...lasting } = known;

const ofEvents = Object.entries(lasting).map(([name, pattern]) => [`Events/${name}`, pattern] as const);
test.each([...ofEvents, ['Chunks/Stored', ChunkStored] as const])(
  'the rule %s matches its events',
  (path, pattern) => {
    expect(rules[logicalId(site.stack, path)]?.Properties).toMatchObject({
      State: 'ENABLED',
      EventPattern: asDeployed(pattern),
    });
  },
);
