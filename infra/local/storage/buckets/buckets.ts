/** A bucket that is there from the start. */
export interface BucketDefinition {
  readonly name: string;
  readonly cors: readonly CorsRule[];
  /** Whether changes of its objects are events on the bus. @default yes */
  readonly raisesEvents?: boolean;
  /** @default it forgets nothing */
  readonly lifecycle?: LifecycleRule;
}

/** What a bucket forgets, and when; the ages are in days. */
export interface LifecycleRule {
  readonly expireAfterDays: number;
  /** Of uploads in parts, from their beginning. */
  readonly abortIncompleteAfterDays: number;
}

/** Which pages of other origins may do what; `*` stands for any characters, once in each text. */
export interface CorsRule {
  readonly allowedOrigins: readonly string[];
  readonly allowedMethods: readonly ('GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD')[];
  /** Header names. @default none */
  readonly allowedHeaders?: readonly string[];
  /** What a page may read of an answer, such as `ETag`. @default none */
  readonly exposedHeaders?: readonly string[];
  /** How long a browser may remember the answer. @default its own choice */
  readonly maxAgeSeconds?: number;
}
