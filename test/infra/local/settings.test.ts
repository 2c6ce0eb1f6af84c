import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '#infra/local/settings.ts';

const here = process.cwd();

describe('the settings', () => {
  it.each([
    {},
    { PORT: '', RTMP_PORT: '', S3_PORT: '', REALTIME_PORT: '', HOST: '', DATA_DIR: '', LIMITS: '' },
  ])('have defaults: %o', (env) => {
    expect(readSettings(env)).toMatchObject({
      port: 3000,
      rtmpPort: 1935,
      s3Port: 3001,
      realtimePort: 3002,
      host: 'localhost',
      dataDir: join(here, '.fanfare'),
      limits: 'generous',
    });
  });

  it('come from the environment', () => {
    const env = {
      PORT: '8080',
      RTMP_PORT: '19350',
      S3_PORT: '30010',
      REALTIME_PORT: '30020',
      HOST: 'fans.example',
      DATA_DIR: '/var/lib/fanfare',
    };
    expect(readSettings(env)).toMatchObject({
      port: 8080,
      rtmpPort: 19_350,
      s3Port: 30_010,
      realtimePort: 30_020,
      host: 'fans.example',
      dataDir: '/var/lib/fanfare',
    });
  });

  it('resolve a relative folder from the working directory', () => {
    expect(readSettings({ DATA_DIR: 'data' }).dataDir).toBe(join(here, 'data'));
  });

  it('accept the limits of a public site and no others', () => {
    expect(readSettings({ LIMITS: 'cloud' }).limits).toBe('cloud');
    expect(() => readSettings({ LIMITS: 'none' })).toThrow(
      'LIMITS=none is not valid; use one of cloud, generous',
    );
  });

  it.each([
    ['0', 0],
    ['1', 1],
    ['65535', 65_535],
  ])('accept port %s', (value, port) => {
    expect(readSettings({ PORT: value, RTMP_PORT: value })).toMatchObject({ port, rtmpPort: port });
  });

  it.each(
    ['PORT', 'RTMP_PORT', 'S3_PORT', 'REALTIME_PORT'].flatMap((name) =>
      ['65536', '-1', '3000.5', 'http', '0x50', ' 80', '1e3', '3000/tcp'].map((value) => [name, value]),
    ),
  )('refuse %s=%j, with its name and allowed values', (name, value) => {
    expect(() => readSettings({ [name!]: value })).toThrow(
      `${name}=${value} is not a port; use a number from 0 (any free one) to 65535`,
    );
  });
});
