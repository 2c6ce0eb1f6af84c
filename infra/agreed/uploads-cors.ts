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
