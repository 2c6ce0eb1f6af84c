import type { DemoChannel } from './channel.ts';

/** Channels of fans that work, that cool machines, or that are older than their owners. */
export const workshops: readonly DemoChannel[] = [
  {
    username: 'IronGale',
    displayName: 'Iron Gale Works',
    description:
      'Drum fans, barrel fans, fans you hold on to your hat for. We dry floors for a living and film what the big yellow one does to confetti.',
    schedule: 'Wednesdays 16:00: Will It Fly? Bring suggestions, we bring goggles.',
    title: 'One big fan, 400 paper planes',
    game: 'Industrial Fans',
    tags: ['drum fan', 'confetti', 'loud'],
    scenery: {
      fan: 'industrial',
      room: 'workshop',
      palette: { blade: '#c9ced3', body: '#f2b01e', accent: '#22252a' },
      wall: '#5c6166',
      floor: '#7d7f80',
    },
    follows: ['CaptainCeiling', 'ExhaustedEd', 'BreezyBea'],
  },
  {
    username: 'ExhaustedEd',
    displayName: 'Exhausted Ed',
    description:
      'I clean the fans nobody looks at: kitchens, bathrooms, one very old bakery. Before and after, with the satisfying part in the middle.',
    schedule: 'Monday nights, when kitchens are closed.',
    title: 'Nine years of bakery dust',
    game: 'Exhaust Fans',
    tags: ['cleaning', 'before and after'],
    scenery: {
      fan: 'exhaust',
      room: 'bricks',
      palette: { blade: '#b9c4cc', body: '#8e979e', accent: '#50575d' },
      wall: '#a65a44',
      floor: '#777777',
    },
    follows: ['IronGale', 'WindowWilma', 'CaptainCeiling'],
  },
  {
    username: 'RGBreeze',
    displayName: 'RGBreeze',
    description:
      'Nine blades, sixteen million colours, 900 to 1800 turns a minute. Airflow first, rainbow a close second.',
    schedule: 'Saturdays 21:00: viewers choose the colours.',
    title: 'Until the smoke goes straight',
    game: 'Computer Fans',
    tags: ['airflow', 'fan curve', 'glow'],
    scenery: {
      fan: 'computer',
      room: 'machine',
      palette: { blade: '#8d7bff', body: '#1b1e27', accent: '#ff3ea5' },
      wall: '#171a24',
      floor: '#7a3cff',
    },
    follows: ['QuietQuinn', 'TowerTilda', 'BreezyBea', 'IronGale'],
  },
  {
    username: 'QuietQuinn',
    displayName: 'Quiet Quinn',
    description:
      'A computer that you cannot hear is a fan well chosen. Brown blades, beige frame, rubber mounts and a sound meter that reads the neighbours.',
    schedule: 'Late, softly, whenever the street is quiet.',
    title: 'Can the microphone find the fan?',
    game: 'Computer Fans',
    tags: ['silent build', 'beige'],
    scenery: {
      fan: 'computer',
      room: 'machine',
      palette: { blade: '#9c7350', body: '#d9c6a5', accent: '#f3e2bf' },
      wall: '#2b2620',
      floor: '#b98b4f',
    },
    follows: ['BreezyBea', 'RGBreeze', 'BoxOfWind', 'TowerTilda'],
  },
  {
    username: 'BrassAndBlades',
    displayName: 'Brass & Blades',
    description:
      'Fans from 1910 to 1960, taken apart on newspaper, oiled, polished and switched on with one eye closed. Every cage has a story; most of them are about fingers.',
    schedule: 'Sundays 15:00: teardown. First of the month: flea market finds.',
    title: 'A desk fan of 1934 wakes up',
    game: 'Vintage Fans',
    tags: ['brass', 'restoration', '1934'],
    scenery: {
      fan: 'vintage',
      room: 'parlour',
      palette: { blade: '#e0b656', body: '#1d1f1e', accent: '#c9973a' },
      wall: '#2f4a3f',
      floor: '#5b3a22',
    },
    follows: ['AtticAnton', 'CaptainCeiling', 'BreezyBea'],
  },
  {
    username: 'AtticAnton',
    displayName: 'Attic Anton',
    description:
      'My grandmother sold fans for forty years and kept one of each. I am bringing them down from the attic, one box at a time.',
    schedule: 'Rainy days.',
    title: 'Box 14: wrapped in a newspaper from 1951',
    game: 'Vintage Fans',
    tags: ['attic', 'unboxing', '1951'],
    scenery: {
      fan: 'vintage',
      room: 'night',
      palette: { blade: '#8fb8a8', body: '#5c2f2a', accent: '#b8c4bf' },
      wall: '#5a4a3c',
      floor: '#4a3526',
    },
    follows: ['BrassAndBlades', 'CaptainCeiling', 'PedestalPia', 'BreezyBea'],
  },
];
