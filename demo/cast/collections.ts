/** The fans that the people of the demo own. Makers, models and numbers are made up; limits are the contract's. */
import type { FanBody } from '#shared/channels/fans.ts';
import type { FanKind } from '../drawing/fans.ts';

export interface DemoFan {
  readonly facts: Omit<FanBody, 'picture_urls' | 'repairs'>;
  /** Its picture, in the room and the colours of its channel. */
  readonly drawn: FanKind;
  /** Date and description. */
  readonly repairs: readonly (readonly [on: string, text: string])[];
  /** Whether it is listed in its channel's stream and video. */
  readonly isOnStream?: true;
}

type Numbers = readonly [
  year: number | null,
  blades: number | null,
  diameter_cm: number | null,
  watts: number | null,
  air_flow_m3h: number | null,
  noise_dba: number | null,
  speeds: number | null,
];

type More = Partial<Pick<DemoFan, 'repairs' | 'isOnStream'>>;

const fan = (
  [maker, model, kind, motor]: readonly [string, string, string, string],
  [year, blades, diameter_cm, watts, air_flow_m3h, noise_dba, speeds]: Numbers,
  drawn: FanKind,
  { repairs = [], isOnStream }: More = {},
): DemoFan => ({
  facts: { maker, model, kind, motor, year, blades, diameter_cm, watts, air_flow_m3h, noise_dba, speeds },
  drawn,
  repairs,
  ...(isOnStream && { isOnStream: isOnStream }),
});

/** Two people own one of each of these, whose page lists both. */
const hush = ['Quillon', 'Hush 140', 'Computer Fans', 'Brushless, fluid bearing'] as const;
const modelNine = ['Lodestar Electric', 'Model 9', 'Vintage Fans', 'Brushed, 220 V'] as const;
const parlour = ['Pennywhistle', 'Parlour', 'Pedestal Fans', 'Shaded pole'] as const;

/** By username. */
export const collections: Readonly<Record<string, readonly DemoFan[]>> = {
  BreezyBea: [
    fan(
      ['Oriel & Pratt', 'Nodder 30', 'Table Fans', 'Shaded pole'],
      [1998, 3, 30, 38, 1450, 44, 3],
      'table',
      {
        isOnStream: true,
        repairs: [['2026-03-08', 'A new click for the far right, as the old one was missed.']],
      },
    ),
    fan(['Oriel & Pratt', 'Nodder 25', 'Table Fans', 'Shaded pole'], [1994, 3, 25, 28, 980, 41, 2], 'table'),
  ],
  CaptainCeiling: [
    fan(
      ['Tramuntana', 'Walnut Five', 'Ceiling Fans', 'Direct current, reversible'],
      [2019, 5, 132, 32, 9800, 34, 6],
      'ceiling',
      {
        isOnStream: true,
        repairs: [['2026-10-12', 'Balanced with one paper clip and a penny on blade three.']],
      },
    ),
    fan(['Tramuntana', 'Deck', 'Ceiling Fans', 'Capacitor run'], [1987, 4, 122, 68, 8600, 47, 3], 'ceiling', {
      repairs: [['2025-06-01', 'New capacitor; it starts by itself again.']],
    }),
  ],
  BoxOfWind: [
    fan(
      ['Pennywhistle', 'Twenty Inch', 'Box Fans', 'Capacitor run'],
      [2011, 5, 50.8, 62, 3400, 58, 3],
      'box',
      { isOnStream: true },
    ),
    fan(['Harmattan Bros.', 'Crate', 'Box Fans', 'Shaded pole'], [1979, 5, 50.8, 118, 3900, 66, 2], 'box'),
  ],
  TowerTilda: [
    fan(
      ['Halden Works', 'Obelisk', 'Tower Fans', 'Direct current'],
      [2022, null, 11, 24, 720, 33, 8],
      'tower',
      { isOnStream: true },
    ),
    fan(parlour, [2003, 5, 40, 45, 2900, 50, 3], 'pedestal'),
  ],
  PedestalPia: [
    fan(parlour, [2001, 5, 40, 48, 2850, 52, 3], 'pedestal', {
      isOnStream: true,
      repairs: [['2026-08-19', 'Nine metres of extension lead.']],
    }),
    fan(
      ['Halden Works', 'Heron', 'Pedestal Fans', 'Direct current'],
      [2023, 7, 34, 20, 2300, 29, 12],
      'pedestal',
    ),
  ],
  WindowWilma: [
    fan(
      ['Pennywhistle', 'Left & Right', 'Window Fans', 'Two, shaded pole'],
      [2014, 5, 23, 50, 1500, 49, 3],
      'window',
      { isOnStream: true },
    ),
  ],
  IronGale: [
    fan(
      ['Harmattan Bros.', 'Drum 90', 'Industrial Fans', 'Three phase'],
      [2008, 3, 90, 750, 26_000, 78, 3],
      'industrial',
      { isOnStream: true, repairs: [['2025-11-30', 'New belt. The old one is in the car park.']] },
    ),
    fan(
      ['Harmattan Bros.', 'Barn 120', 'Industrial Fans', 'Three phase'],
      [1996, 6, 120, 1100, 42_000, 74, 1],
      'industrial',
    ),
  ],
  ExhaustedEd: [
    fan(
      ['Kestrel Works', 'Uptake 30', 'Exhaust Fans', 'Capacitor run'],
      [1991, 6, 30, 95, 1900, 57, 1],
      'exhaust',
      { isOnStream: true, repairs: [['2026-11-02', 'Thirty years of kitchen, with a wooden spatula.']] },
    ),
  ],
  RGBreeze: [
    fan(
      ['Quillon', 'Prism 120', 'Computer Fans', 'Brushless, sleeve bearing'],
      [2024, 9, 12, 2.4, 105, 31, null],
      'computer',
      { isOnStream: true },
    ),
    fan(hush, [2021, 7, 14, 1.6, 118, 19.5, null], 'computer'),
  ],
  QuietQuinn: [
    fan(hush, [2020, 7, 14, 1.5, 115, 19, null], 'computer', { isOnStream: true }),
    fan(
      ['Halden Works', 'Whisper 20', 'Table Fans', 'Direct current'],
      [2025, 5, 20, 6, 520, 22, 12],
      'table',
    ),
  ],
  BrassAndBlades: [
    fan(modelNine, [1934, 4, 30.5, 52, 1250, 54, 3], 'vintage', {
      isOnStream: true,
      repairs: [
        ['2026-09-14', 'Two new brushes, one drop of oil.'],
        ['2026-09-20', 'The switch that nobody dared to touch.'],
      ],
    }),
    fan(
      ['Lodestar Electric', 'Model 4', 'Vintage Fans', 'Brushed, 110 V'],
      [1921, 4, 25.4, 45, 890, 57, 2],
      'vintage',
    ),
  ],
  AtticAnton: [
    fan(modelNine, [1936, 4, 30.5, 55, 1230, 56, 3], 'vintage', {
      repairs: [['2026-05-05', 'Unwrapped. The newspaper was worth more.']],
    }),
    fan(
      ['Oriel & Pratt', 'Bakelite Six', 'Vintage Fans', 'Brushed'],
      [1951, 3, 15.2, 18, 310, 46, 1],
      'vintage',
      { isOnStream: true },
    ),
  ],
};
