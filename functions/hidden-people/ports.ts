export interface HiddenPerson {
  readonly id: string;
  readonly username: string;
}

export interface HiddenPeoplePorts {
  readonly hidden: {
    /** In no order that means anything. */
    list(personId: string): Promise<readonly HiddenPerson[]>;
    add(personId: string, hidden: HiddenPerson): Promise<void>;
    remove(personId: string, hiddenId: string): Promise<void>;
  };
  readonly channels: { findByUsername(username: string): Promise<HiddenPerson | null> };
}
