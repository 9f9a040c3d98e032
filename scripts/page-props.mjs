/** @typedef {(file: string) => Promise<Record<string, any>>} Load */

/** The site of the pages that are rendered to look at. */
export const site = 'https://app.example'
export const routes = `${site}/auth`
export const email = 'ada@example.com'
/** The pages show the same dates each time. */
export const today = new Date('2026-05-04T09:30:00Z')
export const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
export const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
