export interface TableSchema {
  readonly partitionKey: string;
  readonly sortKey: string;
  /** Seconds since 1970 when an item expires. Reads filter on it, because DynamoDB deletes items late. */
  readonly timeToLive: string;
  readonly indexes: readonly {
    readonly name: string;
    readonly partitionKey: string;
    readonly sortKey: string;
  }[];
}

/** The table's keys and indexes, for the construct and the local site. */
export const tableSchema = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'expires_at',
  indexes: [
    { name: 'gsi1', partitionKey: 'gsi1pk', sortKey: 'gsi1sk' },
    { name: 'gsi2', partitionKey: 'gsi2pk', sortKey: 'gsi2sk' },
    { name: 'gsi3', partitionKey: 'gsi3pk', sortKey: 'gsi3sk' },
    { name: 'gsi4', partitionKey: 'gsi4pk', sortKey: 'gsi4sk' },
  ],
} as const satisfies TableSchema;
