import { expect, it } from 'vitest';
import { deviceNameOf } from '#functions/http/device.ts';
import { deviceName } from '#web/lib/i18n/device-name.ts';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 Firefox/140.0', 'Firefox'],
  ['curl/8.5.0', 'curl'],
  ['', 'Unknown device'],
])('the device “%s” is named as the API names it', (agent, name) => {
  expect(deviceName(deviceNameOf(agent))).toBe(name);
});
