/**
 * Whether two texts are the same, in a time that depends on their lengths alone.
 *
 * The lengths of what we compare (MACs, tokens) are public.
 */
export function equalInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let at = 0; at < a.length; at++) {
    difference |= a.charCodeAt(at) ^ b.charCodeAt(at % (b.length || 1))
  }
  return difference === 0
}
