import type { FanBody } from '#shared/channels/fans.ts';

/** A fan of an invented maker, as its owner sends it. */
export const aFanBody = (over: Partial<FanBody> = {}): FanBody => ({
  maker: 'Northwind',
  model: 'Desk King',
  kind: 'Table Fans',
  year: 1962,
  blades: 4,
  diameter_cm: 30,
  watts: 38,
  air_flow_m3h: 1450,
  noise_dba: 44,
  speeds: 3,
  motor: 'Shaded pole',
  picture_urls: [],
  repairs: [],
  ...over,
});
