/** How far the processing of a video has got; at 0 % it waits for other videos. */
export const processingText = (percent: number): string =>
  percent === 0 ? 'Waiting' : `Processing ${percent} %`;
