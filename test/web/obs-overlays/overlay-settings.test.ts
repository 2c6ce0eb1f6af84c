import { describe, expect, it } from 'vitest';
import {
  isOverlayKind,
  type OverlayKind,
  OVERLAYS,
  searchOf,
  type Setting,
  settingsIn,
} from '#web/pages/obs-overlays/overlay-settings.ts';

const KINDS = Object.keys(OVERLAYS) as OverlayKind[];
const USUAL = settingsIn('chat', '');

describe('the settings of an overlay', () => {
  it('are the usual ones without a query', () => {
    expect(USUAL).toEqual({
      'layer-width': 400,
      'layer-height': 600,
      font: 20,
      lines: 30,
      fade: 0,
      bots: true,
      commands: true,
      polls: true,
    });
  });

  it('stand in the query', () => {
    expect(settingsIn('chat', '?font=32&lines=5&fade=60&bots=0&commands=0')).toEqual({
      ...USUAL,
      font: 32,
      lines: 5,
      fade: 60,
      bots: false,
      commands: false,
    });
  });

  it.each([
    'font=9',
    'font=73',
    'font=-20',
    'font=1e1',
    'font=20.5',
    'font= 32',
    'font=',
    'font=Infinity',
    'font=99999999999999999999',
    'font=٣٢',
    'font=20px;color:red',
    'lines=0',
    'lines=151',
    'fade=601',
    'bots=yes',
    'bots=',
    'bots=00',
    'commands=false',
    'unknown=1',
    '__proto__=1',
    'toString=1',
    '%E0%A4%A',
  ])('fall back where a value is not valid: %s', (query) => {
    expect(settingsIn('chat', `?${query}`)).toEqual(USUAL);
    expect(settingsIn('chat', `?lines=7&${query}`)).toMatchObject({ font: 20, bots: true });
  });

  it.each(KINDS)('of %s come back from their query at all bounds', (kind) => {
    const bound = (choose: (setting: Setting) => number | boolean) =>
      Object.fromEntries(Object.entries<Setting>(OVERLAYS[kind]).map(([name, one]) => [name, choose(one)]));
    for (const choose of [
      (one: Setting) => (one.kind === 'number' ? one.least : false),
      (one: Setting) => (one.kind === 'number' ? one.most : true),
      ({ usual }: Setting) => usual,
    ]) {
      const settings = bound(choose) as never;
      expect(settingsIn(kind, searchOf(kind, settings))).toEqual(settings);
    }
  });

  it('are in the query where they are not the usual ones, and the size always', () => {
    expect(searchOf('chat', { ...USUAL, fade: 30, bots: false })).toBe(
      '?layer-width=400&layer-height=600&fade=30&bots=0',
    );
  });
});

it.each(['', 'Chat', 'toString', '__proto__', undefined])('there is no overlay %s', (kind) => {
  expect(isOverlayKind(kind)).toBe(false);
});
