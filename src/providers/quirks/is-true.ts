/** Whether a flag is set, for services that send booleans as strings. */
export function isTrue(flag: unknown): boolean {
  return flag === true || flag === 'true'
}
