import { expect, it } from 'vitest';
import { implausible, type Measure } from '#shared/plain/fans/fan-measures.ts';

it.each<[Measure, number, string | undefined]>([
  ['blades', 2.5, 'Blades must be a whole number.'],
  ['blades', 61, 'Blades must be from 0 to 60.'],
  ['year', 1829, expect.stringMatching(/^Year must be from 1830 to 20\d\d\.$/)],
  ['air_flow_m3h', 2_000_000, 'Air flow must be from 1 to 1,000,000 m³/h.'],
  ['noise_dba', 131, 'Noise must be from 5 to 130 dB(A): a rocket has about 180, from close by.'],
  ['noise_dba', 4, 'Noise must be from 5 to 130 dB(A).'],
  ['noise_dba', 130, undefined],
])('of %s, %d is answered by “%s”', (measure, value, sentence) => {
  expect(implausible(measure, value)).toEqual(sentence);
});
