/** Whether `mark` occurs more than `most` times. Stops searching as soon as it does. */
export function occursMoreThan(text: string, mark: string, most: number): boolean {
  let at = -1
  for (let count = 0; count <= most; count++) {
    at = text.indexOf(mark, at + 1)
    if (at === -1) return false
  }
  return true
}
