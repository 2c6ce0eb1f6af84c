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

/** The fields that an event's source sets; the bus adds the others. */
export type RaisedEvent = Pick<BusEvent, 'source' | 'detail-type' | 'resources' | 'detail'> & {
  readonly time?: string;
};
