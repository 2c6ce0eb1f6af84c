/** Public playlists of the cast. Limits are the contract's. */
export interface DemoPlaylist {
  readonly username: string;
  readonly title: string;
  readonly description: string;
  /** In order. */
  readonly videos: readonly { readonly username: string; readonly title: string }[];
}

export const playlists: readonly DemoPlaylist[] = [
  {
    username: 'QuietQuinn',
    title: 'Fans to fall asleep to',
    description: 'From the loudest to the quietest. Nobody has reached the last one awake.',
    videos: [
      { username: 'BoxOfWind', title: 'B flat by the window' },
      { username: 'CaptainCeiling', title: 'Lie down, look up, breathe out' },
      { username: 'BreezyBea', title: 'Gerald says no to everything, kindly' },
    ],
  },
  {
    username: 'CaptainCeiling',
    title: 'Blades of character',
    description: '',
    videos: [
      { username: 'BrassAndBlades', title: 'First breath since 1958' },
      { username: 'IronGale', title: 'Hold on to your hat: the big yellow one on two' },
    ],
  },
];
