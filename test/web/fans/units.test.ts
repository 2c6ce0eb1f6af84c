import { describe, expect, it } from 'vitest';
import { toMetric, measureLabel, measureWords, toUnits, unitsOf } from '#web/features/fans/units/units.tsx';

describe('the reader’s units', () => {
  it.each([
    [['en-US', 'en'], 'us'],
    [['en', 'en-US'], 'us'],
    [['de-DE', 'en-US'], 'metric'],
    [['en-GB'], 'metric'],
    [['zh-Hant-TW', 'en-US'], 'metric'],
    [['en'], 'metric'],
    [[], 'metric'],
  ] as const)('of %j are %s', (languages, units) => {
    expect(unitsOf(languages)).toBe(units);
  });
});

describe('a measurement', () => {
  it.each([
    ['diameter_cm', 52, 132.1],
    ['diameter_cm', 4.5, 11.4],
    ['air_flow_m3h', 5000, 8495.1],
    ['air_flow_m3h', 71, 120.6],
    ['noise_dba', 41.5, 41.5],
  ] as const)('%s of %d is stored as %d and shown as entered', (measure, typed, stored) => {
    expect(toMetric(measure, typed, 'us')).toBe(stored);
    expect(toUnits(measure, stored, 'us')).toBe(typed);
  });

  it('is unchanged when metric', () => {
    expect(toMetric('diameter_cm', 30.5, 'metric')).toBe(30.5);
    expect(toUnits('air_flow_m3h', 1450.5, 'metric')).toBe(1450.5);
  });

  it('is shown with its unit', () => {
    expect(measureWords('air_flow_m3h', 1450, 'metric')).toBe('1,450 m³/h');
    expect(measureWords('air_flow_m3h', 1450, 'us')).toBe('853 CFM');
    expect(measureWords('year', 1962, 'us')).toBe('1962');
    expect(measureWords('blades', 1, 'us')).toBe('1 blade');
    expect(measureLabel('diameter_cm', 'us')).toBe('Diameter, in');
    expect(measureLabel('watts', 'us')).toBe('Watts');
  });
});
