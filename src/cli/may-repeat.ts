/** The longest argument that a typing error may have made of a command. */
const longestTypo = 20

/**
 * Whether a message may repeat an argument that was not expected. It may be a secret, or an address
 * with a password, and the message may end up in the log of a build.
 */
export function mayRepeat(argument: string): boolean {
  return argument.length <= longestTypo && !/[:@]/.test(argument)
}
