/** A part of what is sorted by positions, such as ids. */
export interface PositionRange {
  /** @default from the beginning */
  readonly after?: string | undefined;
  /** With this one. @default to the end */
  readonly until?: string | undefined;
}

/**
 * For `BETWEEN :from AND :until`: positions have only characters between a space and `~`, and none begins with another.
 */
export const rangeValues = ({ after = '', until = '~' }: PositionRange) => ({
  ':from': `${after} `,
  ':until': until,
});
