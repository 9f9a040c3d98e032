/**
 * Whether two texts are equal. The time depends only on their lengths.
 *
 * The lengths of the compared values (MACs and tokens) are public.
 */
export function equalInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let at = 0; at < a.length; at++) {
    difference |= a.charCodeAt(at) ^ b.charCodeAt(at % (b.length || 1))
  }
  return difference === 0
}
