/** Comments under the cast's videos, and who likes them. Limits are the contract's. */
import type { Line } from './conversations.ts';

export interface DemoComment {
  readonly username: string;
  readonly text: string;
  readonly likedBy: readonly string[];
  readonly replies: readonly Line[];
}

export interface CommentedVideo {
  /** The video's owner, and its title. */
  readonly username: string;
  readonly video: string;
  readonly likedBy: readonly string[];
  /** Oldest first. */
  readonly comments: readonly DemoComment[];
}

export const commentedVideos: readonly CommentedVideo[] = [
  {
    username: 'BreezyBea',
    video: 'Gerald says no to everything, kindly',
    likedBy: ['QuietQuinn', 'TowerTilda', 'BoxOfWind', 'CaptainCeiling', 'PedestalPia'],
    comments: [
      {
        username: 'QuietQuinn',
        text: 'The pause at 0:03 before the second no. He thought about it.',
        likedBy: ['BreezyBea', 'TowerTilda', 'AtticAnton'],
        replies: [
          ['BreezyBea', 'He always does. It is still no.'],
          ['QuietQuinn', 'That is what I respect about him'],
        ],
      },
      {
        username: 'TowerTilda',
        text: 'Please ask him whether tower fans are better. I can take it.',
        likedBy: ['BreezyBea'],
        replies: [['PedestalPia', 'You can hear the answer from here, Tilda']],
      },
      {
        username: 'AtticAnton',
        text: 'My cat watched this twice.\n\nI told her it is the same video. She said no.',
        likedBy: ['BreezyBea', 'QuietQuinn', 'WindowWilma', 'BoxOfWind'],
        replies: [],
      },
    ],
  },
  {
    username: 'CaptainCeiling',
    video: 'Lie down, look up, breathe out',
    likedBy: ['BreezyBea', 'BoxOfWind', 'AtticAnton'],
    comments: [
      {
        username: 'BoxOfWind',
        text: 'Which paper clip?',
        likedBy: ['CaptainCeiling'],
        replies: [['CaptainCeiling', 'A small one, bent once. Blade three.']],
      },
      {
        username: 'BreezyBea',
        text: 'I lay down on the rug too. Gerald is asking where I went.',
        likedBy: ['CaptainCeiling', 'QuietQuinn'],
        replies: [],
      },
    ],
  },
  {
    username: 'BrassAndBlades',
    video: 'First breath since 1958',
    likedBy: ['ExhaustedEd', 'CaptainCeiling'],
    comments: [
      {
        username: 'ExhaustedEd',
        text: 'That click at 0:01 is worth the whole restoration.',
        likedBy: ['BrassAndBlades'],
        replies: [],
      },
    ],
  },
];
