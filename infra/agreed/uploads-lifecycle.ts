/**
 * When uploads are forgotten. An upload in parts may be finished within a day (`UPLOAD_KEPT_MS`) and then be published
 * within another; S3 counts the age of its object from the beginning, and rounds up to the next midnight.
 */
export const UPLOADS_LIFECYCLE = { expireAfterDays: 2, abortIncompleteAfterDays: 1 } as const;
