/** Videos on the cast's channels. Limits are the contract's. */
import type { CATEGORIES } from '#shared/plain/category-list.ts';
import type { SceneName } from '../film/scenes.ts';

export interface DemoVideo {
  /** The channel. */
  readonly username: string;
  readonly title: string;
  readonly category: (typeof CATEGORIES)[number]['name'];
  readonly description: string;
  readonly tags: readonly string[];
  /** The filmed scene, with the channel's fan. */
  readonly scene: SceneName;
}

export const videos: readonly DemoVideo[] = [
  {
    username: 'BreezyBea',
    title: 'Gerald says no to everything, kindly',
    category: 'Table Fans',
    description:
      'I asked Gerald whether it is bedtime. Then whether he is a heater. Then whether he is tired of questions.\n\nNo fans were hurried.',
    tags: ['oscillating', 'Gerald', 'cosy'],
    scene: 'desk',
  },
  {
    username: 'CaptainCeiling',
    title: 'Lie down, look up, breathe out',
    category: 'Ceiling Fans',
    description:
      'Five walnut blades from the best seat in the house, which is the rug. Balanced with one paper clip.',
    tags: ['low speed', 'walnut', 'rug view'],
    scene: 'overhead',
  },
  {
    username: 'IronGale',
    title: 'Hold on to your hat: the big yellow one on two',
    category: 'Industrial Fans',
    description:
      'Out of three. We do not film three indoors any more.\n\nThe hat was found in the car park. It is fine.',
    tags: ['drum fan', 'loud', 'hats'],
    scene: 'industrial',
  },
  {
    username: 'BoxOfWind',
    title: 'B flat by the window',
    category: 'Box Fans',
    description: 'One note, no lyrics. Best with the lights off and a sheet that is cool on the other side.',
    tags: ['white noise', 'B flat', 'night'],
    scene: 'box',
  },
  {
    username: 'BrassAndBlades',
    title: 'First breath since 1958',
    category: 'Vintage Fans',
    description:
      'Two new brushes, one drop of oil, and the switch that nobody dared to touch. It smells of warm dust and grandmothers.',
    tags: ['brass', 'restoration', '1934'],
    scene: 'vintage',
  },
];
