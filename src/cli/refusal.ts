/** A failure that the user of the command can fix. Only its message is printed. */
export class Refusal extends Error {}
