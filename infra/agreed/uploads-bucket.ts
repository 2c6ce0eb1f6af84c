/**
 * Which pages may upload: those of any origin, since what opens the bucket is an address that our API has signed. The
 * page reads `ETag` of the parts that it has sent.
 */
export const UPLOADS_CORS = {
  allowedOrigins: ['*'],
  allowedMethods: ['PUT', 'POST'],
  allowedHeaders: ['*'],
  exposedHeaders: ['ETag'],
  maxAgeSeconds: 3600,
} as const;

/**
 * When uploads are forgotten. An upload in parts may be finished within a day (`UPLOAD_KEPT_MS`) and then be published
 * within another; S3 counts the age of its object from the beginning, and rounds up to the next midnight.
 */
export const UPLOADS_LIFECYCLE = { expireAfterDays: 2, abortIncompleteAfterDays: 1 } as const;
