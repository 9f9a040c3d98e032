/** A day in the future for each project, because the tests of all browsers use the same boats. */
export function dayOf(project: string, javaScriptEnabled: boolean | undefined): string {
  const sum = [...project].reduce((total, letter) => total + letter.charCodeAt(0), 0)
  const day = new Date(Date.UTC(2040, 0, 1 + sum + (javaScriptEnabled ? 0 : 1)))
  return day.toISOString().slice(0, 10)
}
