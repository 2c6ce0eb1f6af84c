import type { DemoChannel } from './channel.ts';

/** Channels of fans at home. The first two are live. */
export const livingRooms: readonly DemoChannel[] = [
  {
    username: 'BreezyBea',
    displayName: 'Breezy Bea',
    description:
      'One desk fan, one window seat, no hurry. I started filming my oscillating fan to fall asleep and it turns out you needed it too.\n\nThe fan is called Gerald. He nods to everyone.',
    schedule:
      'Every evening from eight, until Gerald or I get tired. Sundays: ask-me-anything about oscillation.',
    title: 'Gerald looks left, Gerald looks right',
    game: 'Table Fans',
    tags: ['oscillating', 'cosy', 'sleep'],
    scenery: {
      fan: 'table',
      room: 'parlour',
      palette: { blade: '#4fd1d9', body: '#dfeeee', accent: '#ef6a5a' },
      wall: '#3f6b74',
      floor: '#8a5f3c',
    },
    follows: ['CaptainCeiling', 'QuietQuinn', 'BrassAndBlades', 'PedestalPia', 'WindowWilma'],
  },
  {
    username: 'CaptainCeiling',
    displayName: 'Captain Ceiling',
    description:
      'Five blades, one pull chain, zero wobble. I balance ceiling fans for a living and look at them for joy.\n\nSettle the question in chat: clockwise in winter, yes or yes?',
    schedule: 'Weekdays 12:00 lunch-break spin. Saturdays 10:00 balancing clinic: bring your wobbles.',
    title: 'Five walnut blades at low speed',
    game: 'Ceiling Fans',
    tags: ['low speed', 'walnut', 'no wobble'],
    scenery: {
      fan: 'ceiling',
      room: 'ceiling',
      palette: { blade: '#7a4a2a', body: '#c8a25a', accent: '#c8a25a' },
      wall: '#d9c4a0',
      floor: '#8a5f3c',
    },
    follows: ['BreezyBea', 'AtticAnton', 'IronGale', 'BoxOfWind'],
  },
  {
    username: 'BoxOfWind',
    displayName: 'Box of Wind',
    description:
      'Twenty inches on every side and a handle on top: the honest fan. Tonight, as on most nights, it stands by the window and hums in B flat.',
    schedule: 'Nights, from the moment the room is too warm.',
    title: 'Twenty inches of calm by the night window',
    game: 'Box Fans',
    tags: ['white noise', 'B flat', 'night'],
    scenery: {
      fan: 'box',
      room: 'night',
      palette: { blade: '#e8e4da', body: '#8fa3c7', accent: '#ffb84d' },
      wall: '#4a4468',
      floor: '#6b4f3a',
    },
    follows: ['BreezyBea', 'QuietQuinn', 'WindowWilma'],
  },
  {
    username: 'TowerTilda',
    displayName: 'Tower Tilda',
    description:
      'Tall, slim and silent until level four. Reviews of tower fans by someone who keeps nine of them in a small flat and regrets nothing.',
    schedule: 'Tuesdays and Thursdays 19:00: one tower, one hour, measured with tissue paper.',
    title: 'Is level three quieter than two?',
    game: 'Tower Fans',
    tags: ['review', 'quiet', 'small flat'],
    scenery: {
      fan: 'tower',
      room: 'parlour',
      palette: { blade: '#9fb4c8', body: '#e9e6f0', accent: '#6ee7a8' },
      wall: '#7a6a86',
      floor: '#5a4636',
    },
    follows: ['BreezyBea', 'CaptainCeiling', 'PedestalPia', 'RGBreeze'],
  },
  {
    username: 'PedestalPia',
    displayName: 'Pia on a Pedestal',
    description:
      'Height is adjustable, standards are not. I take my pedestal fan to places that deserve a breeze: balconies, band rehearsals, one wedding so far.',
    schedule: 'Fridays after work, wherever the extension lead reaches.',
    title: 'Highest notch: rooftop rehearsal',
    game: 'Pedestal Fans',
    tags: ['on tour', 'adjustable'],
    scenery: {
      fan: 'pedestal',
      room: 'parlour',
      palette: { blade: '#ffd9b8', body: '#fbf3ea', accent: '#d9483b' },
      wall: '#b5745c',
      floor: '#6d4b33',
    },
    follows: ['BreezyBea', 'CaptainCeiling', 'TowerTilda', 'IronGale'],
  },
  {
    username: 'WindowWilma',
    displayName: "Wilma's Window",
    description:
      'Two fans, one frame: one brings the morning in, the other takes the kitchen out. Views over the allotments at no extra charge.',
    schedule: 'Mornings from six, with birds.',
    title: 'Fresh air in, toast smell out',
    game: 'Window Fans',
    tags: ['twin', 'morning', 'birds'],
    scenery: {
      fan: 'window',
      room: 'outdoors',
      palette: { blade: '#bfe3ff', body: '#f4f2ea', accent: '#3b82c4' },
      wall: '#6db7e8',
      floor: '#c9a77a',
    },
    follows: ['BreezyBea', 'ExhaustedEd', 'BoxOfWind'],
  },
];
