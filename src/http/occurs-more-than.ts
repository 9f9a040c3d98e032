/** Whether a mark occurs more often in a text than that; the search ends there. */
export function occursMoreThan(text: string, mark: string, most: number): boolean {
  let at = -1
  for (let count = 0; count <= most; count++) {
    at = text.indexOf(mark, at + 1)
    if (at === -1) return false
  }
  return true
}
