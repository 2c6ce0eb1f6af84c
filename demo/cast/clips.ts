/** Clips that the cast makes of each other's videos. Limits are the contract's. */
export interface DemoClip {
  /** The clipper. */
  readonly username: string;
  /** The video's owner, and its title. */
  readonly of: string;
  readonly video: string;
  readonly title: string;
  readonly fromS: number;
  readonly untilS: number;
  /** Whether the channel's owner keeps it if the video is deleted. */
  readonly isKept?: boolean;
}

export const clips: readonly DemoClip[] = [
  {
    username: 'BreezyBea',
    of: 'CaptainCeiling',
    video: 'Lie down, look up, breathe out',
    title: 'Seven seconds of the walnut blades. Press Loop.',
    fromS: 0.5,
    untilS: 7.5,
    isKept: true,
  },
  {
    username: 'BoxOfWind',
    of: 'CaptainCeiling',
    video: 'Lie down, look up, breathe out',
    title: 'This exact wobble. There is none.',
    fromS: 2,
    untilS: 7,
  },
  {
    username: 'CaptainCeiling',
    of: 'BreezyBea',
    video: 'Gerald says no to everything, kindly',
    title: 'Gerald, asked whether it is Monday',
    fromS: 1,
    untilS: 7,
  },
  {
    username: 'BrassAndBlades',
    of: 'BoxOfWind',
    video: 'B flat by the window',
    title: 'My whole evening, shortened',
    fromS: 0,
    untilS: 7.5,
  },
];
