/**
 * Pages of any origin may upload, because the API's presigned URLs authorise uploads. The page reads the `ETag` of
 * uploaded parts.
 */
export const UPLOADS_CORS = {
  allowedOrigins: ['*'],
  allowedMethods: ['PUT', 'POST'],
  allowedHeaders: ['*'],
  exposedHeaders: ['ETag'],
  maxAgeSeconds: 3600,
} as const;

/**
 * When uploads expire. A multipart upload may be completed within a day (`UPLOAD_KEPT_MS`) and published within
 * another. S3 counts the object's age from the start of the upload, and rounds up to the next midnight.
 */
export const UPLOADS_LIFECYCLE = { expireAfterDays: 2, abortIncompleteAfterDays: 1 } as const;
