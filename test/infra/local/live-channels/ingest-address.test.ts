import { expect, it } from 'vitest';
import { keyIn } from '#infra/local/live-channels/ingest/ingest-address.ts';

const KEY = 'sk_us-east-1_AbC_123';

it.each([
  ['app', KEY],
  ['app/', KEY],
  ['app', ` ${KEY}\n`],
  ['app', `sk_us-east-1_\r\nAbC_123`],
  ['app', `"${KEY}"`],
  ['app', `${KEY}%20`],
  ['app', `\u{feff}${KEY}\u{a0}`],
  [' app /', KEY],
  [`app/${KEY}`, ''],
  [`app/${KEY}`, KEY],
  [`app/${KEY}?keyframeInterval=2`, ''],
  ['app', `rtmp://live.example:1935/app/${KEY}`],
  ['app', `"rtmps://live.example/app/${KEY}/"`],
  [`app/${KEY}`, `app/${KEY}`],
])('takes the key from the address %j with the name %j', (app, name) => {
  expect(keyIn(app, name)).toEqual({ key: KEY });
});

it.each([
  ['live', KEY, 'The server address must end in /app.'],
  ['', KEY, 'The server address must end in /app.'],
  ['app/live/x', KEY, 'The server address must end in /app.'],
  ['app/other', KEY, 'The server address must end in /app: it contains another stream key.'],
  ['app', ' \n', 'The stream key is missing.'],
  ['app', 'rtmp://live.example:1935/app', 'The stream key is missing.'],
])('explains what is wrong with the address %j and the name %j', (app, name, problem) => {
  expect(keyIn(app, name)).toEqual({ problem });
});
