/** An event as EventBridge delivers it to a Lambda. */
export interface BusEvent {
  readonly version: '0';
  readonly id: string;
  readonly 'detail-type': string;
  readonly source: string;
  readonly account: string;
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: Readonly<Record<string, unknown>>;
}

/** What the raiser of an event says; the bus adds the rest. */
export type RaisedEvent = Pick<BusEvent, 'source' | 'detail-type' | 'resources' | 'detail'> & {
  readonly time?: string;
};
