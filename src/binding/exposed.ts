/** A session as the app receives it. `expires` is a string under both session strategies. */
export type Exposed<S> = { [Member in keyof S]: Member extends 'expires' ? string : S[Member] }
