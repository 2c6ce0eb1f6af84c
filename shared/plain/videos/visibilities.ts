/** Who sees a ready video: everyone, people with the link, or its owner alone. */
export const VISIBILITIES = ['public', 'unlisted', 'private'] as const;
