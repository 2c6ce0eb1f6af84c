/** A bucket that exists from the start. */
export interface BucketDefinition {
  readonly name: string;
  readonly cors: readonly CorsRule[];
  /** Whether changes to its objects raise events on the bus. @default yes */
  readonly raisesEvents?: boolean;
  /** @default nothing expires */
  readonly lifecycle?: LifecycleRule;
}

/** What a bucket deletes after how many days. */
export interface LifecycleRule {
  readonly expireAfterDays: number;
  /** Age of incomplete multipart uploads. */
  readonly abortIncompleteAfterDays: number;
}

/** Allows requests from pages of other origins. `*` matches any characters, once per string. */
export interface CorsRule {
  readonly allowedOrigins: readonly string[];
  readonly allowedMethods: readonly ('GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD')[];
  /** Header names. @default none */
  readonly allowedHeaders?: readonly string[];
  /** Response headers that pages can read, for example `ETag`. @default none */
  readonly exposedHeaders?: readonly string[];
  /** How long browsers may cache the preflight response. @default the browser's choice */
  readonly maxAgeSeconds?: number;
}
