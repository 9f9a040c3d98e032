/** Whether a flag is set, for services that write their booleans as text. */
export function isTrue(flag: unknown): boolean {
  return flag === true || flag === 'true'
}
