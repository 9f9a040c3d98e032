/** A session as it reaches the application: its end is text, under either strategy. */
export type Exposed<S> = { [Member in keyof S]: Member extends 'expires' ? string : S[Member] }
