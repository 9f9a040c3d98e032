/** A failure that the person at the keyboard can act on: its message is all that is shown. */
export class Refusal extends Error {}
