import { serverFunctionCases } from '../../../src/testing/attack/server-function-cases.js'
import { canary } from './forms.js'

/** The app did not answer with its page. */
export class NoPage extends Error {}

/** Whether a stranger gets the config by calling its function, with the attack that we publish. */
export async function callConfig(origin: string): Promise<boolean> {
  // Qwik reads the manifest when it renders a page, and an app may refuse from then on.
  for (let visits = 0; visits < 2; visits++) {
    const response = await fetch(origin, { headers: { accept: 'text/html' } })
    const page = await response.text()
    // The dev server shows an error of the app with status 200.
    if (!response.ok || !page.includes('signin-')) throw new NoPage(page)
  }
  const target = { url: `${origin}/auth`, page: '/', secrets: [canary] }
  for (const { run } of serverFunctionCases) {
    const refusal = await run(target).catch((error: unknown) => error)
    if (refusal instanceof Error && refusal.message.includes('the config came')) return true
    if (refusal instanceof Error) throw refusal
  }
  return false
}
